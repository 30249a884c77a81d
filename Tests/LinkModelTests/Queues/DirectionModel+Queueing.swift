import Wire

@testable import LinkModel

extension DirectionModel {
    /// A direction with this rate and queueing discipline.
    static func queueing(
        _ discipline: QueueDiscipline,
        rateBps: Int64 = 8_000_000,
        limit: QueueLimit = .packets(1000)
    ) -> DirectionModel {
        var side = DirectionParameters(rateBps: rateBps, queue: limit)
        side.discipline = discipline
        return DirectionModel(LinkParameters(down: side, up: side), .down, seed: 47)
    }
}
