import Testing
import Wire

@Suite(.timeLimit(.minutes(1)))
struct TLSMessageTests {
    @Test func `a record header is parsed, and an invalid one is implausible`() throws {
        let header = try #require(recordHeader([23, 3, 3, 0x40, 0x11]))
        #expect(header.contentType == .applicationData && header.version == .tls12)
        #expect(header.length == 0x4011 && header.isPlausible)
        for bytes in [[23, 3, 3, 0x48, 1], [25, 3, 3, 0, 1], [22, 3, 9, 0, 1], [22, 3, 1, 0, 0]] as [[UInt8]]
        {
            #expect(recordHeader(bytes)?.isPlausible == false)
        }
        #expect(recordHeader([23, 3, 3, 0x40]) == nil)
    }

    @Test(arguments: 1...40)
    func `messages are assembled from records of any size`(_ size: Int) {
        let messages: [(TLSHandshakeType, [UInt8])] = [
            (.certificate, Array(0..<100)), (.helloRequest, []), (.finished, [1, 2, 3]),
        ]
        let bytes = messages.flatMap { [$0.rawValue] + vector24($1) }
        var assembler = TLSHandshakeAssembler()
        var seen: [(TLSHandshakeType, [UInt8])] = []
        for start in stride(from: 0, to: bytes.count, by: size) {
            assembler.receive(Array(bytes[start...].prefix(size)).span.bytes) { type, body in
                seen.append((type, body.withUnsafeBytes { Array($0) }))
            }
        }
        #expect(seen.map(\.0) == messages.map(\.0) && seen.map(\.1) == messages.map(\.1))
        #expect(assembler.isIdle)
    }

    @Test func `an oversized message is skipped`() {
        var assembler = TLSHandshakeAssembler()
        var seen: [TLSHandshakeType] = []
        let long = [UInt8](repeating: 0, count: 0x04_0001)
        let front = [11, 4, 0, 1] + long.prefix(1000)
        let back = Array(long.dropFirst(1000)) + [20, 0, 0, 0]
        assembler.receive(front.span.bytes) { type, _ in seen.append(type) }
        #expect(!assembler.isIdle)
        assembler.receive(back.span.bytes) { type, _ in seen.append(type) }
        #expect(seen == [.finished] && assembler.isIdle)
    }

    @Test func `certificates are found in both layouts`() {
        let (first, second): ([UInt8], [UInt8]) = ([1, 2, 3], [4, 5])
        let old = vector24(vector24(first) + vector24(second))
        let new = vector8([]) + vector24(vector24(first) + vector16([]) + vector24(second) + vector16([9]))
        for (bytes, version) in [(old, TLSProtocolVersion.tls12), (new, .tls13)] {
            let message = TLSCertificateMessage(bytes.span.bytes, version)
            #expect(message.certificates.map { Array(bytes[$0]) } == [first, second])
            for count in 0..<bytes.count {
                let cut = TLSCertificateMessage(Array(bytes[..<count]).span.bytes, version)
                #expect(cut.certificates.isEmpty)
            }
        }
    }

    @Test func `encrypted extensions are parsed`() throws {
        let bytes = vector16(
            number(16) + vector16(vector16(vector8([104, 50]))) + number(42) + vector16([])
        )
        let extensions = try #require(encryptedExtensions(bytes))
        #expect(extensions.applicationProtocol == "h2" && extensions.hasEarlyData)
        for count in 0..<bytes.count {
            #expect(encryptedExtensions(Array(bytes[..<count])) == nil)
        }
    }

    @Test func `alerts have the standard's descriptions`() throws {
        let unknown = try #require(alert([2, 48]))
        #expect(unknown.isFatal && unknown.description == "unknown CA")
        #expect(try #require(alert([1, 0])).description == "close notify")
        #expect(alert([7, 7]) == nil && alert([1]) == nil)
    }
}
