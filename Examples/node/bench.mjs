// A line and a server for each test: netlab exec --link auto -- node --test

const control = process.env.NETLAB_CONTROL;

async function ask(method, path, order) {
  const answer = await fetch(control + path, { method, body: order && JSON.stringify(order) });
  const text = await answer.text();
  if (!answer.ok) throw new Error(text);
  return JSON.parse(text);
}

/** Runs `body` with a bench, which ends with it. `order` has `link` and `origin` as in a netlab scenario. */
export async function withBench(order, body) {
  const bench = await ask("POST", "/benches", order);
  const path = `/benches/${bench.id}`;
  bench.state = () => ask("GET", path);
  bench.changeLink = (link) => ask("PUT", `${path}/link`, { link });
  bench.advance = (time) => ask("POST", `${path}/advance?by=${time}`);
  try {
    return await body(bench);
  } finally {
    const { unmatched } = await ask("DELETE", path);
    if (unmatched.length) throw new Error(`requests matched no file: ${JSON.stringify(unmatched)}`);
  }
}
