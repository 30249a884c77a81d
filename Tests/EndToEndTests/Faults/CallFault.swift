import Glibc

/// One fault of one system call: the n-th of its kind by the threads of one name.
struct CallFault: CustomStringConvertible {
    enum Effect: Equatable {
        /// The program may fail, if it says why.
        case fails(Int32)
        /// The program must not notice.
        case pauses(Int32)
        /// A single byte is read or written; the program must not notice.
        case isShort
        /// The program is killed in place of the call.
        case kills

        fileprivate var word: String {
            switch self {
            case .fails(let number), .pauses(let number): "\(number)"
            case .isShort: "short"
            case .kills: "kill"
            }
        }

        fileprivate var name: String {
            switch self {
            case .fails(let number), .pauses(let number): String(cString: strerror(number))
            case .isShort, .kills: word
            }
        }
    }

    var call: TracedCall
    /// From 1.
    var number: Int
    var effect: Effect

    /// For `FaultTracer`.
    var order: String { "\(call.thread)/\(call.name)/\(call.kind)/\(number)/\(effect.word)" }

    var description: String { "\(call.thread): \(call.name) of \(call.kind) \(number): \(effect.name)" }

    var mustGoUnnoticed: Bool {
        switch effect {
        case .pauses, .isShort: true
        case .fails, .kills: false
        }
    }

    /// Every plausible fault of every call, at most `most` of each kind of call, spread over its numbers.
    static func all(of calls: [TracedCall], most: Int = .max) -> [CallFault] {
        calls.flatMap { call in
            guard let plausible = PlausibleFaults.of(call.name, on: call.kind), !call.isLibrarys else {
                return [CallFault]()
            }
            let effects =
                plausible.failures.map { Effect.fails($0) } + plausible.pauses.map { Effect.pauses($0) }
                + (plausible.canBeShort ? [.isShort] : [])
            return numbers(of: call, most).flatMap { number in
                effects.map { CallFault(call: call, number: number, effect: $0) }
            }
        }
    }

    /// The program's end in place of each call.
    static func kills(of calls: [TracedCall]) -> [CallFault] {
        calls.flatMap { call in
            (1...call.count).map { CallFault(call: call, number: $0, effect: .kills) }
        }
    }

    private static func numbers(of call: TracedCall, _ most: Int) -> [Int] {
        guard call.count > most else { return Array(1...call.count) }
        return (0..<most).map { 1 + $0 * (call.count - 1) / max(1, most - 1) }
    }
}
