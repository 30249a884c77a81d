import TestSupport
import Testing

@Suite(.timeLimit(.minutes(2)))
struct `netlab capture` {
    let folder: ScratchFolder

    init() throws {
        folder = try ScratchFolder()
    }

    @Test(.enabled(if: Netlab.isRoot, "needs root"))
    func `records for the given time, and inspect reads the file`() throws {
        let output = try Netlab.shell(
            """
            unshare -n sh -c 'ip link set lo up
            "$NETLAB" serve --port 8099 --quiet & server=$!
            "$NETLAB" capture -i lo -o web.pcapng --filter "tcp port 8099" --seconds 3 & recorder=$!
            sleep 1
            curl -s -o /dev/null http://127.0.0.1:8099/fixture/jpeg/310448
            wait $recorder; kill $server'
            "$NETLAB" inspect web.pcapng --json | jq -c '.exchanges[] | [.status, .bodyBytes, .complete]'
            """,
            in: folder
        )
        #expect(output.output.hasSuffix("[200,310448,true]\n"), "\(output.output) \(output.errors)")
        #expect(output.errors.contains("0 dropped"))
    }

    @Test(.enabled(if: Netlab.isRoot, "needs root"))
    func `ends at Ctrl-C with a complete file`() throws {
        let output = try Netlab.shell(
            """
            unshare -n sh -c 'ip link set lo up
            "$NETLAB" capture -i lo -o - > web.pcapng 2> said & recorder=$!
            until grep -q recording said; do sleep 0.05; done
            ping -c 3 -i 0.2 -q 127.0.0.1 > /dev/null
            kill -INT $recorder; wait $recorder; echo $?'
            "$NETLAB" inspect web.pcapng --json | jq -c '[.packets, (.findings | length)]'
            """,
            in: folder
        )
        #expect(output.output == "0\n[6,0]\n", "\(output.output) \(output.errors)")
    }

    @Test(.enabled(if: Netlab.isRoot, "needs root"))
    func `without permission explains how to get it`() throws {
        let output = try Netlab.shell(
            """
            chmod 755 . && cp "$NETLAB" program && chmod 755 program &&
            setpriv --reuid 1001 --regid 1001 --clear-groups ./program capture -i lo -o /tmp/x.pcapng
            """,
            in: folder
        )
        #expect(output.status == 3)
        #expect(
            output.errors.contains("sudo setcap cap_net_raw+ep \(folder.path)/program"),
            "\(output.errors)"
        )
    }

    @Test(.enabled(if: Netlab.isRoot, "needs root"))
    func `--watch shows responses as they end and a summary at Ctrl-C`() throws {
        let output = try Netlab.shell(
            """
            unshare -n sh -c 'ip link set lo up
            "$NETLAB" serve --port 8099 --quiet > /dev/null & server=$!
            "$NETLAB" capture -i lo --watch --json -w web.pcapng --filter "tcp port 8099" > said 2> errors & recorder=$!
            until grep -q recording errors; do sleep 0.05; done
            for size in 1000 310448; do curl -s --retry 9 --retry-connrefused -o /dev/null http://127.0.0.1:8099/fixture/jpeg/$size; done
            until [ "$(grep -c bodyBytes said)" = 2 ]; do sleep 0.05; done
            kill -INT $recorder; wait $recorder; echo $?; kill $server'
            jq -c 'if .schema then .schema elif .url then [.status, .bodyBytes, .complete] else [.exchanges, .dropped, .notLookedAt] end' said
            "$NETLAB" inspect web.pcapng --json | jq -c '[.exchanges[].bodyBytes]'
            """,
            in: folder
        )
        #expect(
            output.output == """
                0
                "netlab.watch/1"
                [200,1000,true]
                [200,310448,true]
                [2,0,0]
                [1000,310448]

                """,
            "\(output.output) \(output.errors)"
        )
    }

    @Test(.enabled(if: Netlab.isRoot, "needs root"))
    func `--watch shows only responses that match its filters and records everything`() throws {
        let output = try Netlab.shell(
            """
            unshare -n sh -c 'ip link set lo up
            "$NETLAB" serve --port 8099 --quiet > /dev/null & server=$!
            "$NETLAB" capture -i lo --watch --json -w web.pcapng --filter "tcp port 8099" --larger-than 10kB --status 200 \
                > said 2> errors & recorder=$!
            until grep -q recording errors; do sleep 0.05; done
            for size in 1000 310448 2000; do curl -s --retry 9 --retry-connrefused -o /dev/null http://127.0.0.1:8099/fixture/jpeg/$size; done
            until grep -q bodyBytes said; do sleep 0.05; done
            kill -INT $recorder; wait $recorder; kill $server'
            jq -c 'if .schema then .schema elif .url then .bodyBytes else [.exchanges, .summary.statuses[0].responses] end' said
            "$NETLAB" inspect web.pcapng --json | jq -c '[.exchanges[].bodyBytes]'
            "$NETLAB" capture -i lo -o x.pcapng --host example.org; echo $?
            """,
            in: folder
        )
        #expect(
            output.output == """
                "netlab.watch/1"
                310448
                [1,1]
                [1000,310448,2000]
                1

                """,
            "\(output.output) \(output.errors)"
        )
        #expect(output.errors.contains("--host needs --watch"))
    }
}
