import Scenarios

extension SimulationPlan.Congestion {
    init(_ origin: OriginSettings.Congestion) {
        switch origin {
        case .reno: self = .reno
        case .cubic: self = .cubic
        case .bbr: self = .bbr
        }
    }
}
