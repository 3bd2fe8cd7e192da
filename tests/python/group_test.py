"""Lie groups: the laws, and sizes that are checked."""

import numpy as np
import pytest

import kreisel

NAMES = [["r1"], ["r3"], ["r7"], ["so2"], ["so3"], ["s3"], ["se3"], ["s3_semi_r3"], ["r3xso3"], ["r3xs3"], ["so3", "r2", "s3"]]


@pytest.fixture(params=NAMES, ids="×".join)
def group(request):
    return kreisel.Group(request.param)


def tangents(group, count=4, size=1.0):
    return np.random.default_rng(7).uniform(-size, size, (count, group.dimension))


def test_sizes(group):
    assert group.identity().shape == (group.coordinates,) and group.dimension <= group.coordinates
    assert group.exp(np.zeros(group.dimension)) == pytest.approx(group.identity(), abs=1e-15)


def test_exp_and_log(group):
    for w in tangents(group):
        assert group.log(group.exp(w)) == pytest.approx(w, abs=1e-12)
        assert group.inverse(group.exp(w)) == pytest.approx(group.exp(-w), abs=1e-12)


def test_compose(group):
    a, b, c, _ = (group.exp(w) for w in tangents(group))
    assert group.compose(group.compose(a, b), c) == pytest.approx(group.compose(a, group.compose(b, c)), abs=1e-12)
    assert group.compose(a, group.inverse(a)) == pytest.approx(group.identity(), abs=1e-12)
    assert group.compose(a, group.identity()) == pytest.approx(a, abs=1e-15)


def test_advance_and_normalized(group):
    q, w = group.exp(tangents(group)[0]), tangents(group)[1]
    assert group.advance(q, w) == pytest.approx(group.compose(q, group.exp(w)), abs=1e-12)
    assert group.normalized(q) == pytest.approx(q, abs=1e-12)
    group.require_element(q)


def test_the_tangent_operator_is_the_derivative_of_exp(group):
    w, u = tangents(group)[:2]
    step = 1e-6
    there, here = group.exp(w + step * u), group.exp(w - step * u)
    moved = group.log(group.compose(group.inverse(here), there)) / (2 * step)
    assert moved == pytest.approx(group.tangent_operator(w) @ u, abs=1e-8)


def test_wrong_sizes_are_refused(group):
    too_long = np.zeros(group.coordinates + 1)
    for call in (group.log, group.inverse, group.normalized, group.require_element, group.exp, group.tangent_operator):
        with pytest.raises(kreisel.OptionError, match="entries instead of"):
            call(too_long)
    with pytest.raises(kreisel.OptionError, match="the second element has"):
        group.compose(group.identity(), too_long)
    with pytest.raises(kreisel.OptionError, match="the tangent has"):
        group.advance(group.identity(), too_long)


def test_what_is_no_element():
    for name, q in (("so3", np.diag([1.0, 1.0, -1.0])), ("so3", np.zeros(9)), ("s3", [2.0, 0, 0, 0]), ("so2", [1.0, 1.0])):
        with pytest.raises(kreisel.OptionError, match=f"away from the group {name}"):
            kreisel.Group([name]).require_element(np.ravel(q))


def test_conventions():
    so3 = kreisel.Group(["so3"])
    quarter = so3.exp([0, 0, np.pi / 2])
    assert quarter.reshape(3, 3, order="F") @ [1, 0, 0] == pytest.approx([0, 1, 0], abs=1e-15)
    assert kreisel.Group(["s3"]).exp([0, 0, np.pi / 2]) == pytest.approx([np.sqrt(0.5), 0, 0, np.sqrt(0.5)])
    se3, product = kreisel.Group(["se3"]), kreisel.Group(["r3xso3"])
    w = [1.0, 0, 0, 0, 0, np.pi]
    assert product.exp(w)[:3] == pytest.approx([1, 0, 0]) and se3.exp(w)[:3] == pytest.approx([0, 2 / np.pi, 0], abs=1e-12)


def test_unknown_groups():
    with pytest.raises(kreisel.UnknownName, match="so3"):
        kreisel.Group(["so33"])
