import LinuxIO
import Testing

@testable import netlab

@Suite struct ServeAddressTests {
    private static let places: [(UInt32, Bool, String, Bool)] = [
        (UInt32(0x7F00_0001), false, "http://127.0.0.1:80/", false),
        (0x7F00_0009, true, "https://127.0.0.9:80/", false),
        (0xC000_0207, false, "http://192.0.2.7:80/", true), (0, true, "https://127.0.0.1:80/", true),
    ]

    @Test(arguments: places)
    func `a server is found by its address, on all of them by loopback`(
        address: UInt32,
        isEncrypted: Bool,
        url: String,
        isOpen: Bool
    ) {
        let place = ServeAddress(address: SocketAddress(address: address, port: 80), isEncrypted: isEncrypted)
        #expect(place.url == url)
        #expect(place.isOpen == isOpen)
    }

    @Test func `a server on every interface has a place for each`() {
        let all = ServeAddress(address: SocketAddress(address: 0, port: 8080), isEncrypted: false)
        #expect(
            all.urls([0xC000_0207, 0x7F00_0001]) == ["http://192.0.2.7:8080/", "http://127.0.0.1:8080/"]
        )
        let one = ServeAddress(address: SocketAddress(address: 0x7F00_0001, port: 8080), isEncrypted: false)
        #expect(one.urls([0xC000_0207]) == ["http://127.0.0.1:8080/"])
    }
}
