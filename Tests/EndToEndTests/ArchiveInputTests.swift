import TestSupport
import Testing

@Suite(.timeLimit(.minutes(1)))
struct ArchiveInputTests {
    private let folder: ScratchFolder

    init() throws {
        folder = try ScratchFolder()
    }

    @Test func `HAR is read from standard input, plain, compressed and in pieces`() throws {
        let output = try Netlab.shell(
            """
            cat > shop.har << 'END'
            {"log":{"version":"1.2","creator":{"name":"Tool","version":"7"},"entries":[
            {"startedDateTime":"2026-03-01T09:30:00.000Z","time":30,"request":{"method":"GET","url":"http://a.test/1"},
             "response":{"status":200,"bodySize":9},"timings":{"send":1,"wait":20,"receive":9}},
            {"startedDateTime":"2026-03-01T09:30:01.000Z","time":30,"request":{"method":"GET","url":"http://a.test/2"},
             "response":{"status":404,"bodySize":9},"timings":{"send":1,"wait":20,"receive":9}}]}}
            END
            of() { jq -c '[.file, [.exchanges[].status]]'; }
            "$NETLAB" inspect - --json < shop.har | of
            gzip -c shop.har | "$NETLAB" inspect - --json | of
            { printf '\\n'; sleep 0.1; printf ' {'; sleep 0.1; tail -c +2 shop.har; } | "$NETLAB" inspect - --json --status 4xx | of
            head -c 400 shop.har | "$NETLAB" inspect - --json | of
            "$NETLAB" inspect - --summary < shop.har; echo $?
            printf '{}' | "$NETLAB" inspect -; echo $?
            "$NETLAB" inspect - < /dev/null; echo $?
            """,
            in: folder
        )
        #expect(
            output.output == """
                ["-",[200,404]]
                ["-",[200,404]]
                ["-",[404]]
                ["-",[200]]
                1
                2
                2

                """,
            "\(output.output) \(output.errors)"
        )
        #expect(
            output.errors.contains(
                "standard input is an HTTP archive, which holds no packets: leave --summary out"
            ),
            "\(output.errors)"
        )
    }
}
