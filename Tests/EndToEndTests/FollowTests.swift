import TestSupport
import Testing

@Suite(.timeLimit(.minutes(2)))
struct FollowTests {
    @Test(.enabled(if: Netlab.isRoot, "needs root"))
    func `a recorded connection is printed byte by byte, as text and as hex`() throws {
        let folder = try ScratchFolder()
        let output = try Netlab.shell(
            """
            unshare -n sh -c 'ip link set lo up
            "$NETLAB" serve --port 8099 --quiet > /dev/null & server=$!
            until curl -s -o /dev/null http://127.0.0.1:8099/; do sleep 0.05; done
            "$NETLAB" capture -i lo -o web.pcapng --filter "tcp port 8099" 2> errors & recorder=$!
            until grep -q recording errors; do sleep 0.05; done
            curl -s -i -o got http://127.0.0.1:8099/fixture/jpeg/310448
            sleep 0.5; kill -INT $recorder; wait $recorder; kill $server'
            "$NETLAB" inspect web.pcapng --stream 0 --raw server | cmp - got && echo same
            "$NETLAB" inspect - --stream 0 --follow < web.pcapng | head -1
            "$NETLAB" inspect web.pcapng --stream 0 --hex | grep -c '^<'
            "$NETLAB" inspect web.pcapng --stream 7 --raw client; echo $?
            "$NETLAB" inspect web.pcapng --stream 6; echo $?
            mkfifo pipe
            "$NETLAB" inspect - --stream 0 --follow < pipe > live & reader=$!
            exec 3> pipe; head -c 4000 web.pcapng >&3
            until grep -q GET live; do sleep 0.05; done
            exec 3>&-; wait $reader; grep -c '^> GET' live
            wc -c < got
            """,
            in: folder
        )
        let lines = output.output.split(separator: "\n").map(String.init)
        #expect(lines.first == "same", "\(output.output) \(output.errors)")
        #expect(lines.dropFirst().first == "> GET /fixture/jpeg/310448 HTTP/1.1")
        let count = lines.last.flatMap { Int($0) } ?? 0
        #expect(count > 310_448)
        #expect(lines.dropFirst(2).first == "\((count + 15) / 16)")
        // Available data of a growing capture is written at once.
        #expect(lines.dropLast().last == "1")
        #expect(output.errors.contains("the capture has no connection 7"))
        #expect(output.errors.contains("the capture has no connection 6"))
        #expect(output.errors.contains("its connections are numbered 0 to 0"))
    }

    @Test(.enabled(if: Netlab.isRoot, "needs root"), arguments: ["INT", "TERM"])
    func `Ctrl-C ends a capture read from a pipe and shows the packets received so far`(_ signal: String)
        throws
    {
        let folder = try ScratchFolder()
        let output = try Netlab.shell(
            """
            unshare -n sh -c 'ip link set lo up
            "$NETLAB" capture -i lo -o web.pcapng 2> errors & recorder=$!
            until grep -q recording errors; do sleep 0.05; done
            ping -c 3 -i 0.2 -q 127.0.0.1 > /dev/null
            kill -INT $recorder; wait $recorder'
            mkfifo pipe
            "$NETLAB" inspect - --json < pipe > shown & reader=$!
            exec 3> pipe; cat web.pcapng >&3
            until grep -q "^SigBlk.*4002" /proc/$reader/status; do sleep 0.05; done
            kill -\(signal) $reader; wait $reader; echo $?
            jq -c '[.packets, (.findings | length)]' shown
            """,
            in: folder
        )
        #expect(output.output == "0\n[6,0]\n", "\(output.output) \(output.errors)")
    }
}
