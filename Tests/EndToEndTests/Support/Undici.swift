import TestSupport

/// Node's client of HTTP as Debian packages it. It asks through CONNECT whatever the scheme.
enum Undici {
    /// Where Debian's own node looks for modules.
    private static let modules = "/usr/share/nodejs"

    static var isInstalled: Bool {
        let check = Program.find("node").map {
            Program($0, ["-e", "require('undici')"], environment: ["NODE_PATH": modules])
        }
        return (try? check?.run().status) == 0
    }

    /// Asks for the URLs in turn, all at once. Prints each different outcome, status and length, on a line.
    static func ask(_ urls: [String], times: Int, through bench: InterceptingProxy) throws -> ProgramOutput {
        let script = """
            const { ProxyAgent, request } = require('undici'), fs = require('fs');
            const [uri, times, ...urls] = process.argv.slice(1);
            const agent = new ProxyAgent({ uri, requestTls: { ca: fs.readFileSync('ca.pem') } });
            const asks = Array.from({ length: times }, async (_, number) => {
                const url = urls[number % urls.length] + '?' + number;
                const answer = await request(url, { dispatcher: agent });
                return answer.statusCode + ' ' + (await answer.body.arrayBuffer()).byteLength;
            });
            Promise.all(asks).then(all => [...new Set(all)].forEach(one => console.log(one))).then(process.exit);
            """
        return try bench.run(
            "env",
            ["NODE_PATH=\(modules)", "node", "-e", script, bench.url, "\(times)"] + urls
        )
    }
}
