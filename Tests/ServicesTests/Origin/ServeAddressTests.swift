import LinuxIO
import Testing
import Wire

@testable import Services

@Suite struct ServeAddressTests {
    private static let places: [(IPAddress, Bool, String, Bool)] = [
        (.loopback4, false, "http://127.0.0.1:80/", false),
        (.v4(0x7F00_0009), true, "https://127.0.0.9:80/", false),
        (.v4(0xC000_0207), false, "http://192.0.2.7:80/", true), (.any4, true, "https://192.0.2.9:80/", true),
        (.loopback6, false, "http://[::1]:80/", false), (.any6, true, "https://192.0.2.9:80/", true),
        (.v6(high: 0x2001_0DB8 << 32, low: 7), false, "http://[2001:db8::7]:80/", true),
    ]

    @Test(arguments: places)
    func `the URL of a server on all interfaces uses a reachable address`(
        address: IPAddress,
        isEncrypted: Bool,
        url: String,
        isOpen: Bool
    ) {
        let place = ServeAddress(
            address: SocketAddress(host: address, port: 80),
            isEncrypted: isEncrypted,
            machine: [.v4(0xC000_0209), .loopback4]
        )
        #expect(place.url == url)
        #expect(place.isOpen == isOpen)
    }

    @Test func `a server on all interfaces has a URL for each`() {
        let machine: [IPAddress] = [.v4(0xC000_0207), .v6(high: 0x2001_0DB8 << 32, low: 7), .loopback4]
        func urls(_ host: IPAddress, _ machine: [IPAddress]) -> [String] {
            let address = SocketAddress(host: host, port: 8080)
            return ServeAddress(address: address, isEncrypted: false, machine: machine).urls
        }
        #expect(urls(.any4, machine) == ["http://192.0.2.7:8080/", "http://127.0.0.1:8080/"])
        #expect(
            urls(.any6, machine) == [
                "http://192.0.2.7:8080/", "http://[2001:db8::7]:8080/", "http://127.0.0.1:8080/",
            ]
        )
        #expect(urls(.loopback4, machine) == ["http://127.0.0.1:8080/"])
        #expect(urls(.any4, []) == ["http://127.0.0.1:8080/"] && urls(.any6, []) == ["http://[::1]:8080/"])
    }

    @Test func `a proxy on all interfaces shows the address for a phone first`() {
        let machine: [IPAddress] = [.v4(0xC000_0207), .loopback4]
        let places = SocketAddress(host: .any4, port: 8888).places(of: machine)
        #expect(places.map(\.description) == ["192.0.2.7:8888", "127.0.0.1:8888"])
        #expect(
            ProxyAnnouncement.otherPlaces(places, isReverse: false)
                == "also on 127.0.0.1:8888; in a phone's settings, enter the server 192.0.2.7 and the port 8888"
        )
        #expect(ProxyAnnouncement.otherPlaces(places, isReverse: true) == "also on 127.0.0.1:8888")
        #expect(ProxyAnnouncement.otherPlaces([places[1]], isReverse: false) == nil)
    }

    @Test func `a certificate covers every address of its server`() {
        let machine: [IPAddress] = [.v4(0xC000_0207), .v6(high: 0x2001_0DB8 << 32, low: 7), .loopback6]
        let loopbacks: [IPAddress] = [.loopback4, .loopback6]
        func addresses(_ host: IPAddress) -> [IPAddress] { ServeTrust.addresses(of: host, machine: machine) }
        #expect(addresses(.loopback6) == loopbacks)
        #expect(addresses(.any4) == loopbacks + [machine[0]])
        #expect(addresses(.any6) == loopbacks + [machine[0], machine[1]])
        #expect(addresses(.v4(0x7F00_0009)) == loopbacks + [.v4(0x7F00_0009)])
    }
}
