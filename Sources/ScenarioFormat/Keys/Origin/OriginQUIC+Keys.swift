import Scenarios

extension OriginQUIC: Keyed {
    static var blank: OriginQUIC { OriginQUIC() }

    mutating func visit(_ keys: inout some KeyVisitor) {
        keys.key("retry", &retries, .flag)
    }
}
