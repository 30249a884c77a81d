import LinkModel
import Scenarios

extension LinkFraming: Keyed {
    static var blank: LinkFraming { .none }

    mutating func visit(_ keys: inout some KeyVisitor) {
        keys.key("overhead", &overhead, .bytes(in: ScenarioLimits.overhead))
        keys.key("cell", &isATM, .words(true: "atm", false: "none"))
    }
}
