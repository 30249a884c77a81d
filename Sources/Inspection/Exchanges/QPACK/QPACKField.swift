/// One field as its bytes were packed.
struct QPACKField: Hashable, Sendable {
    var name: [UInt8]
    var value: [UInt8]
}
