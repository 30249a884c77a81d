import JSON
import WireGuard

extension PhoneRegister {
    private static let version = 1
    private static let members = ["version", "privateKey", "phones"]
    private static let phoneMembers = ["name", "number", "privateKey", "presharedKey"]

    var json: JSONValue {
        [
            "version": .integer(Int64(Self.version)),
            "privateKey": .string(key.text),
            "phones": .array(phones.map(Self.json)),
        ]
    }

    private static func json(_ phone: Phone) -> JSONValue {
        [
            "name": .string(phone.name.text),
            "number": .integer(Int64(phone.number)),
            "privateKey": .string(phone.key.text),
            "presharedKey": .string(phone.presharedKey.text),
        ]
    }

    /// Reads strictly: whatever would be left out here is gone when the file is next written.
    init(parsing bytes: [UInt8]) throws(PhoneBookFault) {
        let document: JSONValue
        do throws(JSONSyntaxError) {
            document = try JSONValue(parsing: bytes)
        } catch {
            throw .syntax(error)
        }
        // First: another version may have other members.
        if let version = document["version"]?.int, version != Self.version { throw .version(version) }
        try Self.check(document, "the document", has: Self.members)
        guard document["version"]?.int != nil else {
            throw .wrong("version", "the number \(Self.version)")
        }
        guard case .array(let elements)? = document["phones"] else { throw .wrong("phones", "an array") }
        let key = try Self.key(document, "privateKey", in: "") { text throws(TunnelKeyError) in
            try TunnelKey(text: text)
        }
        var phones: [Phone] = []
        for (index, element) in elements.enumerated() {
            phones.append(try Self.phone(element, at: "phones[\(index)]"))
        }
        try Self.checkDistinct(phones, key)
        self.init(key: key, phones: phones)
    }

    private static func phone(_ value: JSONValue, at place: String) throws(PhoneBookFault) -> Phone {
        try check(value, place, has: phoneMembers)
        guard let text = value["name"]?.text else { throw .wrong("\(place).name", "a text") }
        let name: PhoneName
        do throws(PhoneNameError) {
            name = try PhoneName(text)
        } catch {
            throw .name("\(place).name", error)
        }
        guard let number = value["number"]?.int.flatMap(UInt8.init(exactly:)),
            Phone.numbers ~= number
        else {
            let allowed = "a number from \(Phone.numbers.lowerBound) to \(Phone.numbers.upperBound)"
            throw .wrong("\(place).number", allowed)
        }
        return Phone(
            name: name,
            number: number,
            key: try key(value, "privateKey", in: "\(place).") { text throws(TunnelKeyError) in
                try TunnelKey(text: text)
            },
            presharedKey: try key(value, "presharedKey", in: "\(place).") { text throws(TunnelKeyError) in
                try TunnelPresharedKey(text: text)
            }
        )
    }

    private static func key<Key>(
        _ value: JSONValue,
        _ member: String,
        in place: String,
        _ read: (String) throws(TunnelKeyError) -> Key
    ) throws(PhoneBookFault) -> Key {
        guard let text = value[member]?.text else { throw .wrong(place + member, "a text") }
        do throws(TunnelKeyError) {
            return try read(text)
        } catch {
            throw .key(place + member, error)
        }
    }

    /// Throws unless the value is an object with these members and no others.
    private static func check(
        _ value: JSONValue,
        _ place: String,
        has names: [String]
    ) throws(PhoneBookFault) {
        guard case .object(let members) = value, Set(members.map(\.key)) == Set(names) else {
            throw .wrong(place, "an object with exactly \(names.joined(separator: ", "))")
        }
    }

    private static func checkDistinct(_ phones: [Phone], _ key: TunnelKey) throws(PhoneBookFault) {
        var (names, numbers): (Set<PhoneName>, Set<UInt8>) = ([], [])
        var keys: Set = [key.publicKey]
        for phone in phones {
            guard names.insert(phone.name).inserted else { throw .repeated("the name \(phone.name)") }
            guard numbers.insert(phone.number).inserted else { throw .repeated("the number \(phone.number)") }
            guard keys.insert(phone.key.publicKey).inserted else {
                throw .repeated("the private key of \(phone.name)")
            }
        }
    }
}
