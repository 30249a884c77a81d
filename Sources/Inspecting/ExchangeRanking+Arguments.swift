import Programs
import Reports

extension ExchangeRanking {
    /// Maximum responses listed.
    private static let mostListed: UInt64 = 1_000_000

    static let options = [
        CommandOption(
            "--sort",
            value: "ORDER",
            known: .one(of: Order.allCases.map(\.rawValue)),
            about:
                "duration or size: largest first; speed: slowest first; start: in the order of the requests"
        ),
        CommandOption(
            "--top",
            value: "N",
            about: "only the first N in that order; without --sort the N that took longest"
        ),
    ]

    /// Output forms that do not list responses.
    private static let others = [
        (name: "--handshakes", reason: "lists handshakes, not responses"),
        (name: "--summary", reason: "adds up all responses"),
    ]

    init(_ arguments: ParsedArguments) throws(CommandFailure) {
        if let asked = Self.options.map({ $0.names[0] }).first(where: arguments.has) {
            for other in Self.others where arguments.has(other.name) {
                throw CommandFailure(.wrongUsage, "\(other.name) \(other.reason): leave \(asked) out")
            }
        }
        let most = try arguments.number("--top", in: 1...Self.mostListed).map { Int($0) }
        if most != nil, arguments.has("--extract") {
            throw CommandFailure(
                .wrongUsage,
                "--extract writes bodies while the capture is read, before the first N are known: leave --top out"
            )
        }
        self.init(try arguments.value("--sort").map(Self.order), most: most)
    }

    private static func order(_ text: String) throws(CommandFailure) -> Order {
        if let order = Order(rawValue: text) { return order }
        let names = Order.allCases.map(\.rawValue)
        throw CommandFailure(
            .wrongUsage,
            "--sort takes \(names.dropLast().joined(separator: ", ")) or \(names.last ?? ""): not `\(text)`",
            advice: text.nearest(among: names).map { "did you mean `\($0)`?" }
        )
    }
}
