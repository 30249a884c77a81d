@testable import CacheClient

/// A place, and the diary of its events.
struct DisplayPlace {
    let diary = DisplayDiary()
    let slot: DisplaySlot
    private let bench: PictureBench

    init(_ bench: PictureBench, executor: CallbackExecutor = .direct) {
        self.bench = bench
        slot = DisplaySlot(bench.pipeline, executor: executor) { [diary] content, isLoading in
            let seen =
                switch content {
                case .empty: "empty"
                case .placeholder(let bitmap): "placeholder \(bitmap.width)"
                case .preview(let bitmap): "preview \(bitmap.width)"
                case .picture(let bitmap): "picture \(bitmap.width)"
                case .failure(let bitmap): "failure \(bitmap.width)"
                }
            diary.note(isLoading ? "\(seen), loading" : seen)
        }
    }

    func show(_ path: String, _ options: DisplayOptions = .init()) {
        slot.show(bench.request(path), options) { [diary] outcome in
            switch outcome {
            case .success: diary.note("\(path): shown")
            case .failure(.replaced): diary.note("\(path): replaced")
            case .failure(.failed): diary.note("\(path): failed")
            }
        }
    }
}
