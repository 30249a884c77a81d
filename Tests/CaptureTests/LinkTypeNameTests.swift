import CPcap
import Testing
import Wire

struct LinkTypeNameTests {
    @Test func `link types have libpcap's names`() {
        var both = 0
        for number in UInt32(0)..<400 {
            guard let theirs = pcap_datalink_val_to_name(Int32(number)),
                let ours = LinkType(rawValue: number).name
            else { continue }
            #expect(ours == String(cString: theirs), "\(number)")
            both += 1
        }
        #expect(both > 150)
    }

    @Test func `an unnamed link type is shown by its number`() {
        #expect(LinkType(rawValue: 7).description == "ARCNET (7)")
        #expect(LinkType(rawValue: 0xFFFF).description == "65535")
    }
}
