import Testing

@testable import Wire

struct QUICTransportParametersTests {
    @Test func `parameters are read, unknown ones listed`() {
        let bytes: [UInt8] = [
            1, 2, 0x47, 0xD0, 4, 1, 9, 0x0A, 1, 2, 0x0B, 1, 30, 0x0C, 0, 0x0F, 2, 7, 8, 0x40, 0x7F, 1, 3,
        ]
        let told = QUICTransportParameters(bytes.span.bytes)
        #expect(told.maxIdleTimeout == 2000 && told.initialMaxData == 9)
        #expect(told.ackDelayExponent == 2 && told.maxAckDelay == 30 && told.disablesMigration)
        #expect(told.initialSource?.bytes == [7, 8])
        #expect(told.numbers == [1, 4, 0x0A, 0x0B, 0x0C, 0x0F, 0x7F])
    }

    @Test func `a truncated parameter ends the list, and the rest keeps its defaults`() {
        let bytes: [UInt8] = [4, 1, 9, 0x0A, 4, 2]
        let told = QUICTransportParameters(bytes.span.bytes)
        #expect(told.initialMaxData == 9 && told.ackDelayExponent == 3 && told.numbers == [4])
    }
}
