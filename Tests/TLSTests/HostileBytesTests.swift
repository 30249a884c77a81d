import Testing
import Wire

@testable import TLS

@Suite struct HostileBytesTests {
    @Test(arguments: TLSVersion.allCases)
    func `a truncated message leaves the server waiting`(version: TLSVersion) throws {
        let bench = try TestAuthority()
        let context = try bench.server(TLSParameters(versions: version...version))
        let hello = try TLSSession(client: bench.client(), host: SessionPair.host).takeCiphertext()
        for count in 0..<hello.count {
            let server = try TLSSession(server: context)
            #expect(try server.receive(Array(hello.prefix(count))) == [])
            #expect(!server.isEstablished && !server.hasCiphertext)
        }
    }

    @Test(arguments: TLSVersion.allCases)
    func `a first message with a changed byte establishes no session`(version: TLSVersion) throws {
        let bench = try TestAuthority()
        let context = try bench.server(TLSParameters(versions: version...version))
        let hello = try TLSSession(client: bench.client(), host: SessionPair.host).takeCiphertext()
        for index in hello.indices {
            var changed = hello
            changed[index] ^= 0xFF
            let server = try TLSSession(server: context)
            if let read = try? server.receive(changed) { #expect(read.isEmpty) }
            #expect(!server.isEstablished)
        }
    }

    @Test(arguments: TLSVersion.allCases)
    func `a record with a changed byte breaks the session, and the peer gets an alert`(version: TLSVersion)
        throws
    {
        for index in 0..<40 {
            let pair = try SessionPair(server: TLSParameters(versions: version...version))
            try pair.settle()
            try pair.client.write(Array("a request that nobody may change".utf8)[...])
            var record = pair.client.takeCiphertext()
            record[index] ^= 1
            // A larger length makes the server wait for more bytes, which then fail authentication.
            if index == 3 || index == 4 { record += [UInt8](repeating: 0, count: 20_000) }
            let error = try #require(throws: TLSError.self) { try pair.server.receive(record) }
            guard case .session = error else {
                Issue.record("\(error)")
                continue
            }
            #expect(pair.server.hasCiphertext)
            #expect(throws: error) { try pair.server.receive([1]) }
            #expect(throws: error) { try pair.server.write([1]) }
            let told = try #require(throws: TLSError.self) {
                try pair.client.receive(pair.server.takeCiphertext())
            }
            #expect(told.description.contains("alert"))
        }
    }

    @Test(arguments: 0..<200 as Range<UInt64>)
    func `noise never establishes a session`(seed: UInt64) throws {
        let server = try TLSSession(server: TestAuthority.shared.get())
        var noise = (0..<2000).map { UInt8(truncatingIfNeeded: SplitMix.mixed(seed << 32 | $0)) }
        // Half of the noise looks like the start of a record.
        if seed % 2 == 0 { noise.replaceSubrange(0..<5, with: [22, 3, 1, 1, UInt8(seed & 0xFF)]) }
        if let read = try? server.receive(noise) { #expect(read.isEmpty) }
        #expect(!server.isEstablished)
    }

    @Test(arguments: ["GET / HTTP/1.1\r\nHost: o\r\n\r\n", "CONNECT o:443 HTTP/1.1\r\n\r\n"])
    func `plain HTTP is recognised`(text: String) throws {
        let server = try TLSSession(server: TestAuthority.shared.get())
        let error = try #require(throws: TLSError.self) { try server.receive(Array(text.utf8)) }
        #expect(error.description.contains("request"))
    }
}
