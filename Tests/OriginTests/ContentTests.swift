import LinuxIO
import Serving
import Testing

@testable import Origin

@Suite struct ContentTests {
    @Test func `digests differ for any changed bit or length`() {
        let bytes = (0..<100).map { UInt8($0 * 7 & 0xFF) }
        var seen: Set<UInt64> = [ContentDigest.of(bytes)]
        for index in bytes.indices {
            for bit in 0..<8 {
                var changed = bytes
                changed[index] ^= 1 << UInt8(bit)
                #expect(seen.insert(ContentDigest.of(changed)).inserted)
            }
            #expect(seen.insert(ContentDigest.of(Array(bytes.prefix(index)))).inserted)
        }
        #expect(ContentDigest.of([0]) != ContentDigest.of([0, 0]))
        #expect(ContentDigest.text(0xAB) == "00000000000000ab")
    }

    @Test(arguments: [
        ("/a.jpg", "a.jpg", ""), ("/a%20b?c=d?e", "a b", "c=d?e"), ("/%zz%4", "%zz%4", ""), ("*", "*", ""),
        ("HTTP://Host:80/x/y", "x/y", ""), ("http://host", "", ""), ("http://host?q", "", "q"),
        ("//a", "/a", ""),
    ])
    func `a target is split and unescaped`(target: String, path: String, query: String) {
        #expect(RequestTarget(target).path == path)
        #expect(RequestTarget(target).query == query)
    }

    @Test(arguments: [0, 1000, Resource.shortestFile - 1, Resource.shortestFile, 1_000_000])
    func `a long body is moved to the kernel unchanged`(size: Int) throws {
        let bytes = (0..<size).map { UInt8(truncatingIfNeeded: $0 &* 31 &+ $0 >> 8) }
        var resource = Resource(bytes, mediaType: nil)
        let digest = resource.digest
        resource.moveToKernel(named: "a.bin")
        #expect(resource.isInKernel == (size >= Resource.shortestFile))
        #expect(resource.body.count == size && resource.digest == digest)
        // It stays in place, and a second move changes nothing.
        let body = resource.body
        resource.moveToKernel(named: "a.bin")
        #expect(resource.body == body)
        guard case .file(let file, let range) = body.pieces.first else { return }
        #expect(try file.bytes(in: range) == bytes)
    }
}
