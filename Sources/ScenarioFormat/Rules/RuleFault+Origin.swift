import Forwarding
import Scenarios

extension RuleFault {
    /// The same fault in what a proxy passes on; nil if only an origin can have it.
    init?(_ fault: OriginFault) {
        guard let kind = Kind(rawValue: fault.kind.rawValue) else { return nil }
        self.init(
            kind,
            after: fault.after,
            lasting: fault.lasting ?? 0,
            chunks: fault.chunks ?? 1,
            excess: fault.excess ?? 0,
            probability: fault.probability,
            first: fault.first
        )
    }
}
