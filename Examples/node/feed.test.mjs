import assert from "node:assert";
import test from "node:test";
import { withBench } from "./bench.mjs";

const origin = { files: { "feed.json": { json: { cats: ["tom"] } }, "tom.jpg": { image: "jpeg", size: "20 kB" } } };

test("the feed takes a round trip of 3G at least", () =>
  withBench({ link: { profile: "nlc/3g" }, origin }, async (bench) => {
    const start = performance.now();
    const feed = await (await fetch(`${bench.url}/feed.json`)).json();
    assert.deepEqual(feed, { cats: ["tom"] });
    assert.ok(performance.now() - start >= 200);
    assert.equal((await bench.state()).requests.length, 1);
  }));

test("a picture has exactly its bytes", () =>
  withBench({ origin }, async (bench) => {
    const picture = await (await fetch(`${bench.url}/tom.jpg`)).arrayBuffer();
    assert.equal(picture.byteLength, 20_000);
  }));

test("an app that is offline is told so", () =>
  withBench({ origin }, async (bench) => {
    assert.equal((await fetch(`${bench.url}/feed.json`)).status, 200);
    await bench.changeLink({ profile: "nlc/loss-100" });
    await assert.rejects(fetch(`${bench.url}/tom.jpg`, { signal: AbortSignal.timeout(300) }));
  }));
