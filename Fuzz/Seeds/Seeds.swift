import CacheClient
import Glibc

/// Writes the binary seeds: `swift run FuzzSeeds FOLDER`, where the folder is `Fuzz/corpus`.
@main enum Seeds {
    static func main() {
        guard let folder = CommandLine.arguments.dropFirst().first else {
            return fail("usage: FuzzSeeds FOLDER")
        }
        let seeds =
            CaptureSeeds.all.map { ("FuzzCaptureFile/\($0)", $1) } + streams.map { ("FuzzHTTP1/\($0)", $1) }
            + HTTP2Seeds.all.map { ("FuzzHTTP2/\($0)", $1) }
            + ClientSeeds.http1.map { ("FuzzHTTP1Client/\($0)", $1) }
            + ClientSeeds.http2.map { ("FuzzHTTP2Client/\($0)", $1) }
            + FieldSamples.all.map { ("FuzzFieldValues/\($0)", bytes($1)) }
            + entries.map { ("FuzzDiskEntry/\($0)", $1) } + messages.map { ("FuzzDNS/\($0)", $1) }
            + ImageSeeds.all.map { ("FuzzImage/\($0)", $1) } + TLSSeeds.all.map { ("FuzzTLS/\($0)", $1) }
            + ConversationSeeds.all.map { ("FuzzConversation/\($0)", $1) }
            + PackedSeeds.all.map { ("FuzzPacked/\($0)", $1) }
            + DatagramSeeds.all.map { ("FuzzDatagram/\($0)", $1) }
            + WireGuardSeeds.all.map { ("FuzzWireGuard/\($0)", $1) }
        for (name, bytes) in seeds {
            let path = "\(folder)/\(name)"
            guard let file = fopen(path, "w") else { return fail("cannot write \(path)") }
            let written = fwrite(bytes, 1, bytes.count, file)
            guard fclose(file) == 0, written == bytes.count else { return fail("cannot write \(path)") }
        }
    }

    /// Both directions of connections: each parser reads both, including the wrong one.
    private static var streams: [(String, [UInt8])] {
        [
            ("requests", Samples.requests + [7]),
            ("responses", Samples.responses + [6]),
            ("chunked", Samples.chunked + [12]),
            ("no-request", bytes("CONNECT a:443 HTTP/1.1\nHost: a\n\nrest") + [2]),
            (
                "folded",
                bytes("HTTP/1.0 200\r\nA:b\r\n c\r\n: d\r\nTransfer-Encoding: gzip\r\n\r\nto the end") + [4]
            ),
            ("switched", bytes("HTTP/1.1 101 Switching Protocols\r\nUpgrade: x\r\n\r\nno HTTP") + [0]),
        ]
    }

    private static var entries: [(String, [UInt8])] {
        func entry(etag: String?) -> [UInt8] {
            let image = CachedImage(bytes: bytes("an image"), etag: etag)
            let start = DiskEntryHeader.encoded(
                image,
                key: "http://origin/a.jpg",
                storedAt: 1_700_000_000_000_000_000
            )
            return (start ?? []) + image.bytes
        }
        return [("entry", entry(etag: "W/\"1\"")), ("entry-without-tag", entry(etag: nil))]
    }

    static var messages: [(String, [UInt8])] {
        let name: [UInt8] = [6] + bytes("origin") + [6] + bytes("netlab") + [4] + bytes("test") + [0]
        let question = name + [0, 1, 0, 1]
        let query: [UInt8] = [0x12, 0x34, 1, 0, 0, 1, 0, 0, 0, 0, 0, 0] + question
        let address: [UInt8] = [0xC0, 12, 0, 1, 0, 1, 0, 0, 0, 60, 0, 4, 198, 18, 0, 2]
        return [
            ("query", query),
            (
                "extended",
                [0x12, 0x34, 1, 0, 0, 1, 0, 0, 0, 0, 0, 1] + question + [0, 0, 41, 4, 208] + [
                    0, 0, 0, 0, 0, 0,
                ]
            ),
            ("answer", [0x12, 0x34, 0x85, 0x80, 0, 1, 0, 1, 0, 0, 0, 0] + question + address),
            (
                "pointers",
                [0, 1, 0, 0, 0, 2, 0, 0, 0, 0, 0, 0, 1, 97, 0, 0, 28, 0, 1, 1, 98, 0xC0, 12, 0, 1, 0, 1]
            ),
        ]
    }

    private static func fail(_ message: String) {
        print("FuzzSeeds: \(message)")
        exit(1)
    }
}

/// The bytes of a text.
func bytes(_ text: String) -> [UInt8] { Array(text.utf8) }
