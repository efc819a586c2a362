"""What is known about a combination of switches: proved to converge, a heuristic, or refused."""


def label(sampling, regret, average, updates, average_at, imperfect_recall=False):
    """Return "proved (by whom)", "heuristic (why)", or "unknown (why)".

    Raises
    ------
    ValueError
        If the combination is refused; the message says why.
    """
    sampled, published = sampling.samples_something, getattr(sampling, "scale", "one") == "published"
    if average.unvisited != "stochastic" and not sampling.samples_actions:
        raise ValueError(
            f"average={str(average)!r} with sampling={str(sampling)!r}: lazy and optimistic averaging are for walks "
            "that leave actions out: es os robust"
        )
    if average.unvisited != "stochastic" and average.power not in (0, 1, 2):
        raise ValueError(
            f"average={str(average)!r}: lazy and optimistic averaging take uniform, linear or quadratic weights"
        )
    if average.unvisited != "stochastic" and published:
        raise ValueError(
            f"average={str(average)!r} with scale='published': lazy and optimistic averaging count iterations, not "
            "visits, and have one scale only; take stochastic averaging (the default)"
        )
    if average.unvisited == "lazy" and average_at == "opponent":
        raise ValueError(
            "average_at='opponent' with average='lazy': a strategy may change between two visits of the opponent's "
            "walks, so what they have missed is not known; it takes 'own'"
        )
    if sampled and regret.prediction and "os" in _parts(sampling):
        raise ValueError(
            f"regret={str(regret)!r} with sampling='os': the last sampled gain is almost all noise, so it predicts "
            "nothing; take rm+ with os, or predictive without sampling"
        )
    if not regret.known:
        return f"unknown (regret={regret.name!r} is a rule of your own)"
    if imperfect_recall:
        return "heuristic (imperfect recall)"
    if getattr(sampling, "draws", "independent") not in ("independent", "sequences"):
        return f"heuristic ({sampling.draws}: the draws of an epoch depend on one another)"
    if not sampled:
        return _unsampled(regret.name, updates)
    if regret.name == "predictive":
        return "heuristic (a sampled gain predicts badly)"
    if average.unvisited == "optimistic":
        return "heuristic (optimistic averaging is biased)"
    if published:
        return (
            "heuristic (scale='published': an iteration of outcome sampling counts more in the average than one of "
            "external sampling, by factors that may differ from place to place)"
        )
    if average_at == "own" and sampling.samples_opponent and average.unvisited == "stochastic":
        return (
            "heuristic (average_at='own': an information set that the opponent's current strategy avoids is not "
            "visited, and the iteration is lost to its average)"
        )
    return "proved with high probability (unbiased values: Lanctot et al. 2009, Farina, Kroer and Sandholm 2020)"


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
