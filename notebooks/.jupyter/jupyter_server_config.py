"""How `cfrlib lab` starts JupyterLab; in labconfig/: its question about news would lie over a lesson."""

c = get_config()  # noqa: F821


def as_built(model, **_):
    """Leave out of a saved notebook which Python ran it: a lesson that was only opened is as it was."""
    if model["type"] == "notebook" and (language := model["content"]["metadata"].get("language_info")):
        model["content"]["metadata"]["language_info"] = {"name": language["name"]}


c.ContentsManager.pre_save_hook = as_built
