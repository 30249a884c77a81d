import Testing

@testable import LinuxIO

struct OpenConnectionTests {
    private static let table = """
          sl  local_address rem_address   st tx_queue rx_queue tr tm->when retrnsmt   uid  timeout inode
           0: 0100007F:1F90 00000000:0000 0A 00000000:00000000 00:00000000 00000000     0        0 1 1 0 100 0 0 10 0
           1: 010112C6:9C40 020112C6:0050 01 00000000:00000000 00:00000000 00000000     0        0 2 1 0 20 4 30 10 -1
           2: 010112C6:9C42 020112C6:01BB 08 00000000:00000000 00:00000000 00000000     0        0 3 1 0 20 4 30 10 -1
           3: 010212C6:9C44 020212C6:0050 01 00000000:00000000 00:00000000 00000000     0        0 4 1 0 20 4 30 10 -1
           4: 010112C6:9C46 020112C6:0050 01 00000000:00000000 00:00000000 00000000     0        0 5 1 0 20 4 30 10 -1
        """

    @Test(arguments: [(0xC612_0102 as UInt32, 2), (0xC612_0202, 1), (0xC612_0302, 0), (0, 0)])
    func `counts connections to an address until its own end closes them`(address: UInt32, count: Int) {
        #expect(OpenConnections.count(to: address, in: Self.table) == count)
    }

    @Test(arguments: ["", "garbage", "a b c", "0: 1 020112C6:0050"])
    func `invalid tables have no connections`(table: String) {
        #expect(OpenConnections.count(to: 0xC612_0102, in: table) == 0)
    }
}
