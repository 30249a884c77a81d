import Wire

/// The dialogue of client and proxy until the proxy has connected (RFC 1928, RFC 1929; SOCKS 4 and 4a).
struct SOCKSDialogue {
    enum Step: Hashable {
        case needsMore
        /// Bytes used; the other side is next, or the same again.
        case proceed(Int)
        /// Bytes used; the following bytes belong to the tunnel to `target`.
        case isOpen(Int, target: String)
        case isOver
    }

    private enum Stage {
        case greeting, choice, name, verdict, request, reply
        case oldReply
    }

    private enum Method {
        static let none: UInt8 = 0
        static let name: UInt8 = 2
    }

    private var stage = Stage.greeting
    private var target = ""

    var isClientsTurn: Bool {
        switch stage {
        case .greeting, .name, .request: true
        case .choice, .verdict, .reply, .oldReply: false
        }
    }

    /// Whether a connection's first bytes from one end may be a greeting. `reversed` if that end was
    /// connected to, by a proxy that looks for its client: then only the usual greetings count.
    static func isOpening(_ bytes: RawSpan, reversed: Bool = false) -> Bool {
        switch (bytes.byte(at: 0), bytes.byte(at: 1)) {
        case (5, let methods?):
            // A client sends its greeting alone and waits.
            methods > 0 && bytes.byteCount == 2 + Int(methods)
                && (!reversed || (2..<bytes.byteCount).allSatisfy { bytes.byte(at: $0) ?? 3 <= Method.name })
        case (4, 1) where !reversed: bytes.byteCount >= 9 && bytes.byte(at: bytes.byteCount - 1) == 0
        default: false
        }
    }

    /// Takes the unused bytes of the side whose turn it is.
    mutating func take(_ bytes: RawSpan) -> Step {
        guard let first = bytes.byte(at: 0) else { return .needsMore }
        switch stage {
        case .greeting: return first == 4 ? takeOldRequest(bytes) : takeGreeting(bytes, first)
        case .choice: return takeChoice(bytes, first)
        case .name: return takeName(bytes, first)
        case .verdict:
            guard let verdict = bytes.byte(at: 1) else { return .needsMore }
            return verdict == 0 ? go(to: .request, 2) : .isOver
        case .request: return takeRequest(bytes, first)
        case .reply: return takeReply(bytes, first)
        case .oldReply:
            guard let verdict = bytes.byte(at: 1), bytes.byteCount >= 8 else { return .needsMore }
            return first == 0 && verdict == 90 ? .isOpen(8, target: target) : .isOver
        }
    }

    private mutating func go(to next: Stage, _ used: Int) -> Step {
        stage = next
        return .proceed(used)
    }

    private mutating func takeGreeting(_ bytes: RawSpan, _ first: UInt8) -> Step {
        guard first == 5 else { return .isOver }
        guard let methods = bytes.byte(at: 1), bytes.byteCount >= 2 + Int(methods) else { return .needsMore }
        return go(to: .choice, 2 + Int(methods))
    }

    private mutating func takeChoice(_ bytes: RawSpan, _ first: UInt8) -> Step {
        guard let method = bytes.byte(at: 1) else { return .needsMore }
        guard first == 5, method == Method.none || method == Method.name else { return .isOver }
        return go(to: method == Method.name ? .name : .request, 2)
    }

    private mutating func takeName(_ bytes: RawSpan, _ first: UInt8) -> Step {
        guard first == 1 else { return .isOver }
        guard let name = bytes.byte(at: 1), let word = bytes.byte(at: 2 + Int(name)),
            bytes.byteCount >= 3 + Int(name) + Int(word)
        else { return .needsMore }
        return go(to: .verdict, 3 + Int(name) + Int(word))
    }

    private mutating func takeRequest(_ bytes: RawSpan, _ first: UInt8) -> Step {
        guard let command = bytes.byte(at: 1) else { return .needsMore }
        // The other commands wait for a connection, or carry datagrams.
        guard first == 5, command == 1 else { return .isOver }
        switch Self.address(bytes, at: 3) {
        case .some(let address?):
            target = "\(address.text)"
            return go(to: .reply, address.end)
        case .some(nil): return .isOver
        case nil: return .needsMore
        }
    }

    private mutating func takeReply(_ bytes: RawSpan, _ first: UInt8) -> Step {
        guard let verdict = bytes.byte(at: 1) else { return .needsMore }
        guard first == 5, verdict == 0 else { return .isOver }
        switch Self.address(bytes, at: 3) {
        case .some(let address?): return .isOpen(address.end, target: target)
        case .some(nil): return .isOver
        case nil: return .needsMore
        }
    }

    /// Version 4: the address comes at once; a name follows if the address is a placeholder (4a).
    private mutating func takeOldRequest(_ bytes: RawSpan) -> Step {
        guard let command = bytes.byte(at: 1) else { return .needsMore }
        guard command == 1 else { return .isOver }
        guard let port = bytes.bigEndian16(at: 2), let address = bytes.bigEndian32(at: 4),
            let user = Self.end(of: bytes, from: 8)
        else { return .needsMore }
        guard address != 0, address >> 8 == 0 else {
            target = "\(IPAddress.v4(address)):\(port)"
            return go(to: .oldReply, user)
        }
        guard let name = Self.end(of: bytes, from: user) else { return .needsMore }
        target = "\(bytes.words(user..<name - 1)):\(port)"
        return go(to: .oldReply, name)
    }

    /// Position after the zero that ends a text.
    private static func end(of bytes: RawSpan, from start: Int) -> Int? {
        var place = start
        while let byte = bytes.byte(at: place) {
            if byte == 0 { return place + 1 }
            place += 1
        }
        return nil
    }

    /// Reads kind, address and port as version 5 writes them, and returns their end. nil if more bytes are
    /// needed; an inner nil if the kind is unknown.
    private static func address(_ bytes: RawSpan, at start: Int) -> (text: String, end: Int)?? {
        guard let kind = bytes.byte(at: start) else { return nil }
        let place = start + 1
        let name: String
        let end: Int
        switch kind {
        case 1:
            guard let address = bytes.bigEndian32(at: place) else { return nil }
            (name, end) = ("\(IPAddress.v4(address))", place + 4)
        case 3:
            guard let count = bytes.byte(at: place), bytes.byteCount >= place + 1 + Int(count) else {
                return nil
            }
            (name, end) = (bytes.words(place + 1..<place + 1 + Int(count)), place + 1 + Int(count))
        case 4:
            guard let high = bytes.unsigned64(at: place, .big),
                let low = bytes.unsigned64(at: place + 8, .big)
            else { return nil }
            (name, end) = ("[\(IPAddress.v6(high: high, low: low))]", place + 16)
        default: return .some(nil)
        }
        guard let port = bytes.bigEndian16(at: end) else { return nil }
        return ("\(name):\(port)", end + 2)
    }
}

extension RawSpan {
    /// A text within it; invalid UTF-8 is repaired.
    fileprivate func words(_ range: Range<Int>) -> String {
        extracting(range).withUnsafeBytes { String(decoding: $0, as: UTF8.self) }
    }
}
