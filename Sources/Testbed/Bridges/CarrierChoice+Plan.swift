package import LinkEngine
package import Runs

extension CarrierChoice {
    package init(_ carrier: LinkRecord.Carrier?) {
        switch carrier {
        case .tun: self = .tun
        case .veth: self = .veth
        case nil: self = .automatic
        }
    }
}
