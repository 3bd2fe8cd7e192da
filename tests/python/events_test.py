"""Events in scipy's pattern, and jumps."""

import numpy as np
import pytest
from systems import G, pendulum, solve_pendulum

import kreisel


def mark(function, **attributes):
    for name, value in attributes.items():
        setattr(function, name, value)
    return function


def throw(height=10.0, speed=0.0, **options):
    """A ball in the air."""
    ball = kreisel.System(1, 1.0, lambda t, q, v: [-G], coordinates=["height"], velocities=["speed"])
    return kreisel.solve(ball, (0, options.pop("t_end", 3.0)), [height], [speed], **{"rtol": 1e-9, "atol": 1e-9, **options})


@pytest.mark.parametrize("method", ["auto", "radau_iia_3", "bliedf", "generalized_alpha", "dopri5", "gauss_2"])
def test_a_terminal_event_stops_the_run(method):
    ground = mark(lambda t, q, v: q[0], terminal=True)
    tolerances = {"rtol": None, "atol": None, "step": 0.01} if method == "gauss_2" else {"rtol": 1e-7, "atol": 1e-7}
    result = throw(events=ground, method=method, **tolerances)
    fall = np.sqrt(2 * 10 / G)
    assert result.success and result.status == 1 and result.termination == "stopped_at_event"
    assert result.t[-1] == pytest.approx(fall, abs=2e-6)
    assert result.t_events[0] == pytest.approx([result.t[-1]], abs=1e-12)
    assert result.q[0, -1] == pytest.approx(0, abs=1e-6)
    assert result.q_events[0].shape == (1, 1) and result.q_events[0][0, 0] == pytest.approx(0, abs=1e-6)
    assert result.v_events[0][0, 0] == pytest.approx(-G * fall, abs=1e-4)
    assert (np.diff(result.t) > 0).all()


def test_direction_and_several_events():
    def level(t, q, v):
        return q[0] - 12.0

    def top(t, q, v):
        return v[0]

    up = mark(lambda t, q, v: level(t, q, v), direction=1)
    down = mark(lambda t, q, v: level(t, q, v), direction=-1)
    result = throw(speed=10.0, events=[level, up, down, top], t_end=2.0)
    root = np.sqrt(100 - 2 * G * 2)
    times = [(10 - root) / G, (10 + root) / G]
    assert result.t_events[0] == pytest.approx(times, abs=1e-8)
    assert result.t_events[1] == pytest.approx(times[:1], abs=1e-8)
    assert result.t_events[2] == pytest.approx(times[1:], abs=1e-8)
    assert result.t_events[3] == pytest.approx([10 / G], abs=1e-8)
    assert result.q_events[0][:, 0] == pytest.approx([12, 12], abs=1e-7)
    assert result.v_events[0][:, 0] == pytest.approx([root, -root], abs=1e-7)
    assert result.status == 0 and result.sol is None


def test_an_event_that_never_happens_has_no_times():
    result = throw(events=lambda t, q, v: q[0] - 1000, t_end=0.5)
    assert result.t_events[0].shape == (0,)
    assert result.q_events[0].shape == (0, 1) and result.v_events[0].shape == (0, 1)


def test_a_ball_bounces():
    ground = mark(lambda t, q, v: q[0], direction=-1, change=lambda t, q, v: (q, -0.5 * v))
    result = throw(1.0, events=ground, t_end=1.0, dense_output=True)
    first = np.sqrt(2 / G)
    second = first + 2 * 0.5 * G * first / G
    assert result.t_events[0] == pytest.approx([first, second], abs=1e-7)
    assert result.v_events[0][:, 0] == pytest.approx([-G * first, -0.5 * G * first], abs=1e-6), "before the jump"
    t = 0.6
    speed = 0.5 * G * first
    assert result.sol(t)[0][0] == pytest.approx(speed * (t - first) - G / 2 * (t - first) ** 2, abs=1e-7)
    assert result.q.min() > -1e-7


def test_a_jump_may_also_end_the_run_later():
    ground = mark(lambda t, q, v: q[0], direction=-1, change=lambda t, q, v: (q, -v))
    apex = mark(lambda t, q, v: v[0], direction=-1, terminal=True)
    result = throw(1.0, events=[ground, apex], t_end=3.0)
    assert result.status == 1 and result.t[-1] == pytest.approx(2 * np.sqrt(2 / G), abs=1e-7)
    assert result.q[0, -1] == pytest.approx(1.0, abs=1e-7)


def test_events_may_look_at_reaction_forces():
    def slack(t, q, v, lam):
        return lam[0] - 15.0

    result = solve_pendulum(1.0, rtol=1e-9, atol=1e-9, events=slack, dense_output=True)
    assert result.t_events[0].size == 2
    for t in result.t_events[0]:
        assert result.sol(t)[2][0] == pytest.approx(15.0, abs=1e-4)
    # λ of (q·q - 1)/2 is m (v² - g·q), and v² = -2 g y: 3 g |y| = 15
    assert result.q_events[0][:, 1] == pytest.approx(-15 / (3 * G), abs=1e-6)


def test_events_of_built_in_problems():
    result = kreisel.solve("heavy_top", 0.5, rtol=1e-8, events=lambda t, q, v: q[2] + 0.05)
    assert result.t_events[0].size > 0
    assert result.q_events[0][:, 2] == pytest.approx(-0.05, abs=1e-7) and result.q_events[0].shape[1] == 12


def test_a_method_of_a_class_and_a_partial_are_functions_too():
    import functools

    class Watch:
        terminal = True

        def __call__(self, t, q, v):
            return q[0]

    assert throw(events=Watch()).status == 1
    assert throw(events=functools.partial(lambda level, t, q, v: q[0] - level, 5.0)).t_events[0].size == 1


@pytest.mark.parametrize("events, text", [
    (3.0, "events"),
    ([lambda t, q, v: q[0], "no"], "event 1 is a str, not a function"),
    (lambda t: t, "event 0 takes 1 arguments"),
])  # fmt: skip
def test_what_is_no_event_is_refused(events, text):
    with pytest.raises(kreisel.OptionError, match=text):
        throw(events=events)


def test_answers_of_the_wrong_shape_are_refused():
    with pytest.raises(kreisel.ShapeError, match="returned an array of shape"):
        throw(events=lambda t, q, v: [1.0, 2.0])
    with pytest.raises(kreisel.ShapeError, match="returned"):
        throw(events=lambda t, q, v: "later")
    with pytest.raises(kreisel.ShapeError, match="change of event") as caught:
        throw(events=mark(lambda t, q, v: q[0], change=lambda t, q, v: 3.0))
    assert caught.value.partial_result.t[-1] > 1.0
    with pytest.raises(kreisel.ShapeError, match="change of event"):
        throw(events=mark(lambda t, q, v: q[0], change=lambda t, q, v: ([0.0, 1.0], [1.0])))


def test_events_with_samples_keep_the_samples():
    times = np.linspace(0, 1, 11)
    result = throw(events=lambda t, q, v: q[0] - 7.0, t_eval=times, t_end=1.0)
    assert np.array_equal(result.t, times) and result.t_events[0].size == 1
    stopped = throw(events=mark(lambda t, q, v: q[0] - 7.0, terminal=True), t_eval=times, t_end=1.0)
    assert stopped.t.size < times.size + 1 and stopped.t[-1] <= stopped.t_events[0][0] + 1e-12


def test_a_pendulum_hits_a_wall():
    wall = mark(lambda t, q, v: q[0], direction=-1, change=lambda t, q, v: (q, -v))
    result = solve_pendulum(2.0, pendulum(), rtol=1e-8, atol=1e-8, events=wall)
    assert result.t_events[0].size >= 1
    assert result.q[0].min() > -1e-6
    assert abs(np.hypot(*result.q) - 1).max() < 1e-9
