import time
import urllib.request

FEED = {"files": {"feed.json": {"json": {"cats": ["tom"]}, "cacheControl": "max-age=60"}}}


def test_the_feed_takes_two_round_trips_on_3g(bench):
    line = bench(link={"profile": "nlc/3g"}, origin=FEED)
    start = time.monotonic()
    feed = urllib.request.urlopen(line.url + "/feed.json").read()
    took = time.monotonic() - start
    assert feed == b'{"cats": ["tom"]}'
    # One for the connection, one for the request; over byte streams a connection takes none.
    assert took >= (0.4 if line.mode == "packet" else 0.2)
    assert [request["status"] for request in line.state()["requests"]] == [200]


def test_a_server_that_fails_twice_is_asked_three_times(bench):
    flaky = bench(origin={"files": {"a.txt": {"text": "hi", "status": [503, 503, 200]}}})
    for _ in range(3):
        try:
            assert urllib.request.urlopen(flaky.url + "/a.txt").read() == b"hi"
        except urllib.error.HTTPError as error:
            assert error.code == 503
    assert [request["status"] for request in flaky.state()["requests"]] == [503, 503, 200]


def test_freshness_runs_out_without_waiting(bench):
    line = bench(origin=FEED)
    before = urllib.request.urlopen(line.url + "/feed.json").headers["Date"]
    line.advance("7d")
    after = urllib.request.urlopen(line.url + "/feed.json").headers["Date"]
    assert before != after
