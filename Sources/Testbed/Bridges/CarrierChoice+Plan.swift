import LinkEngine
import Runs

extension CarrierChoice {
    init(_ carrier: LinkRecord.Carrier?) {
        switch carrier {
        case .tun: self = .tun
        case .veth: self = .veth
        case nil: self = .automatic
        }
    }
}
