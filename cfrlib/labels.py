"""What is known about a combination of switches: proved to converge, a heuristic, or refused."""


def label(sampling, regret, average, updates, average_in):
    """Return "proved (by whom)" or "heuristic (why)".

    Raises
    ------
    ValueError
        If the combination is refused; the message says why.
    """
    sampled = sampling.samples_something
    if average.unvisited != "stochastic" and not sampling.samples_actions:
        raise ValueError(
            f"average={str(average)!r} with sampling={str(sampling)!r}: lazy and optimistic averaging are for walks that leave "
            "actions out: es os robust"
        )
    if not sampled:
        return _unsampled(regret.name, updates)
    if regret.name == "predictive":
        if "os" in _parts(sampling):
            raise ValueError(
                "regret='predictive' with sampling='os': the last sampled gain is almost all noise, so it predicts nothing; "
                "take rm+ with os, or predictive without sampling"
            )
        return "heuristic (a sampled gain predicts badly)"
    if average.unvisited == "optimistic":
        return "heuristic (optimistic averaging is biased)"
    return "proved with high probability (unbiased values, adversarial regret bound: Lanctot et al. 2009, Farina et al. 2020)"


def _parts(sampling):
    return {sampling.name} if not hasattr(sampling, "first") else _parts(sampling.first) | _parts(sampling.second)


def _unsampled(rule, updates):
    if rule in ("rm", "rm+") and updates == "alternating":
        return "proved (alternating updates: Burch, Moravcik and Schmid 2019)"
    source = {
        "rm": "Zinkevich et al. 2007",
        "rm+": "Tammelin et al. 2015",
        "linear": "Brown and Sandholm 2019",
        "discounted": "Brown and Sandholm 2019",
        "predictive": "Farina, Kroer and Sandholm 2021",
    }
    return f"proved ({source[rule]})"
