import Runs
import Scenarios

extension ExpectationMetric {
    /// Value for a step's caches; missing for any other metric.
    func value(of figures: CacheFigures) -> MetricValue {
        switch self {
        case .cacheMemory: MetricValue(figures.answers.memory)
        case .cacheDisk: MetricValue(figures.answers.disk)
        case .cacheRevalidated: MetricValue(figures.answers.revalidated)
        case .cacheNetwork: MetricValue(figures.answers.network)
        case .cacheCoalesced: MetricValue(figures.answers.coalesced)
        case .cacheEvictions: MetricValue(figures.evictions)
        case .cacheMemoryBytes: MetricValue(figures.memoryBytes)
        case .cacheDiskBytes: MetricValue(figures.diskBytes)
        case .cacheBytesSaved: MetricValue(figures.bytesSaved)
        case .cacheWireDownBytesSaved: MetricValue(figures.wireDownSaved)
        case .cacheWireUpBytesSaved: MetricValue(figures.wireUpSaved)
        case .cacheSaved: MetricValue(figures.saved)
        case .cacheImprovement: MetricValue(figures.improvement)
        default: .missing
        }
    }
}
