import Foundation
import LinkFormats
import LinkModel
import TestSupport
import Testing

/// The exported script, run by a shell. mahimahi needs a setuid root program, so stand-ins for its shells
/// record their arguments and run the rest.
@Suite(.timeLimit(.minutes(1)))
struct MahimahiProgramTests {
    private static let shells = [
        "mm-delay": "echo delay $1; shift; exec \"$@\"",
        "mm-loss": "echo loss $1 $2; shift 2; exec \"$@\"",
        "mm-link": """
        echo link $(wc -l <"$1") $(wc -l <"$2") $(tail -n 1 "$1") $(tail -n 1 "$2") "${1%/*}"
        shift 2
        while [ "$1" != -- ]; do echo "option $1"; shift; done
        shift
        exec "$@"
        """,
    ]

    @Test func `the script writes the traces, runs the command inside the shells and cleans up`() throws {
        let folder = try ScratchFolder()
        for (name, text) in Self.shells {
            try folder.write(name, "#!/bin/sh\n\(text)\n")
            try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: folder.file(name))
        }
        var link = try #require(LinkCatalogue.profile(named: "lighthouse/mobile-slow-4g")).link
        link.down.loss = .random(PacketShare(0.01))
        link.up.loss = .random(PacketShare(0.02))
        try folder.write("line.sh", LinkFormat.mahimahi.export(link, title: "it's a line").text)
        let path = "\(folder.path):/usr/bin:/bin"
        let output = try Program(
            "/bin/sh",
            [folder.file("line.sh"), "sh", "-c", "echo \"ran $1\"; exit 7", "sh", "two words"],
            environment: ["PATH": path, "TMPDIR": folder.path]
        ).run()
        #expect(output.errors == "")
        #expect(output.status == 7)
        let lines = output.output.split(separator: "\n").map(String.init)
        #expect(lines.first == "delay 75")
        #expect(lines.dropFirst().first == "loss downlink 0.01")
        let words = lines.dropFirst(2).first?.split(separator: " ") ?? []
        // 256 opportunities in 1875 ms are 1638400 bit/s.
        #expect(words.dropLast() == ["link", "256", "256", "1875", "1875"])
        #expect(
            lines.dropFirst(3) == [
                "option --uplink-queue=droptail", "option --uplink-queue-args=packets=1000",
                "option --downlink-queue=droptail", "option --downlink-queue-args=packets=1000",
                "loss uplink 0.02",
                "ran two words",
            ]
        )
        let scratch = try #require(words.last)
        #expect(scratch.hasPrefix(folder.path))
        #expect(!FileManager.default.fileExists(atPath: String(scratch)))
    }
}
