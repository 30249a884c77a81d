import JSON
import Phones
import Wire

/// What programs are told of the phones.
struct PhonesDocument {
    let lines: PhoneLines
    let phones: [Phone]
    let connected: Set<PhoneName>
    /// What the Wi-Fi and the tunnel add for each, as far as it is known.
    var checks: [PhoneName: PhoneRoundTrips] = [:]

    var json: JSONValue {
        [
            "schema": "netlab.phones/1", "line": .string(lines.sharedWords),
            "phones": .array(phones.map(json)),
        ]
    }

    func json(of phone: Phone) -> JSONValue {
        [
            "name": .string(phone.name.text),
            "addresses": .array(phone.addresses.list(lines.ip).map { .string($0.description) }),
            "connected": .bool(connected.contains(phone.name)),
            "line": .string(lines.words(of: phone.name)), "own": .bool(lines.hasOwn(phone.name)),
            "withoutLine": checks[phone.name]?.figures ?? .null,
        ]
    }
}
