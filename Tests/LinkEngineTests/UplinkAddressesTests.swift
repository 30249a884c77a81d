import LinkEngine
import LinuxIO
import Testing

@Suite(.timeLimit(.minutes(1)))
struct UplinkAddressesTests {
    private static func table(_ destination: String, _ mask: String) -> RouteTable {
        RouteTable(kernelText: "titles\neth0 \(destination) 0 1 0 0 0 \(mask) 0 0 0\n")
    }

    @Test(
        arguments: [(0, 0xC613_0000), (1, 0xC613_0004), (16_383, 0xC613_FFFC), (16_384, 0xC613_0000)]
            as [(UInt32, UInt32)]
    )
    func `every start value leads to a network in the range`(start: UInt32, network: UInt32) throws {
        let addresses = try #require(UplinkAddresses.free(in: RouteTable(kernelText: ""), from: start))
        #expect(addresses.network == network)
        #expect(addresses.machine == network + 1 && addresses.host == network + 2)
    }

    @Test func `skips networks that the machine has routes to`() throws {
        // 198.19.0.0/24, and 198.19.255.252/30 before it.
        let table = Self.table("000013C6", "00FFFFFF")
        #expect(try #require(UplinkAddresses.free(in: table, from: 0)).network == 0xC613_0100)
        let last = Self.table("FCFF13C6", "FCFFFFFF")
        #expect(try #require(UplinkAddresses.free(in: last, from: 16_383)).network == 0xC613_0000)
    }

    @Test func `a route to the whole range does not block it`() {
        #expect(UplinkAddresses.free(in: Self.table("000012C6", "0000FEFF"), from: 3)?.network == 0xC613_000C)
    }
}
