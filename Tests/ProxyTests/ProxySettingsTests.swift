import HTTP2
import Proxy
import Serving
import Testing

struct ProxySettingsTests {
    @Test(arguments: [
        (1_000_000, 10_000, 12_000), (20_000, 8884, 10_859), (1024, 345, 422), (100, 9, 11),
    ])
    func `connection limits stay within the descriptor limit`(
        _ descriptors: Int,
        _ clients: Int,
        _ servers: Int
    ) {
        var settings = ProxySettings()
        settings.keepWithin(descriptors: descriptors)
        #expect(settings.limits.connections == clients && settings.waits.connections == servers)
    }
}
