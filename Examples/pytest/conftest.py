"""A line and a server for each test: netlab exec --link auto -- pytest"""

import json
import os
import urllib.request

import pytest


class Bench:
    """One line with a server behind it. `origin` and `link` are as in a netlab scenario."""

    def __init__(self, **order):
        self._control = os.environ["NETLAB_CONTROL"]
        self._path = "/benches"
        document = self._ask("POST", "", order)
        self._path = f"/benches/{document['id']}"
        self.url, self.secure_url, self.mode = document["url"], document["secureUrl"], document["mode"]

    def state(self):
        """What it has seen so far: requests, and those that matched no file."""
        return self._ask("GET")

    def change_link(self, **link):
        """Changes the line from now on."""
        return self._ask("PUT", "/link", {"link": link})

    def advance(self, time):
        """Moves the server's date ahead ("7d"), so that freshness runs out without waiting."""
        return self._ask("POST", f"/advance?by={time}")

    def end(self):
        """Takes it down and tells what it saw, with doubts if the machine was too busy for its line."""
        return self._ask("DELETE")

    def _ask(self, method, rest="", order=None):
        body = json.dumps(order or {}).encode() if method in ("POST", "PUT") else None
        request = urllib.request.Request(self._control + self._path + rest, body, method=method)
        try:
            with urllib.request.urlopen(request) as answer:
                return json.load(answer)
        except urllib.error.HTTPError as error:
            raise RuntimeError(error.read().decode()) from None


@pytest.fixture
def bench():
    """Makes benches: bench(link={"profile": "3g"}, origin={...}). Each ends with the test."""
    made = []

    def make(**order):
        made.append(Bench(**order))
        return made[-1]

    yield make
    for each in made:
        unmatched = each.end()["unmatched"]
        assert not unmatched, f"requests matched no file: {unmatched}"
