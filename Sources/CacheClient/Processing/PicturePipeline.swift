internal import LinuxIO
import Synchronization
internal import Wire

/// Decodes images and processes them, each step once however many wait for it, and keeps what came out in memory and on disk.
///
/// A picture is looked for in this order: the picture in memory, the picture on disk, the image in memory, the image on disk,
/// the origin. Any thread may call it. A picture that memory has is answered at once on the caller's thread; all else is done
/// on threads of the pipeline's own. Two requests that begin with the same processors share what these make, and the download.
public final class PicturePipeline: Sendable {
    /// Called exactly once.
    public typealias Completion = @Sendable (Result<Picture, PictureError>) -> Void

    typealias Works = SharedWork<PictureWork, Result<MadePicture, PictureError>>

    /// Pictures that wait to be written to disk; of what comes beyond these, the disk keeps nothing.
    static let mostUnwritten = 64

    let client: CachingClient
    let maximumPixels: Int
    let previewInterval: Nanoseconds
    let pictures: ShardedCache<KeptPicture>
    let works = Works()
    let workers: WorkerPool
    /// Writes one after the other, so that of two states of one picture the later is kept.
    let writer: JobQueue
    let unwritten = Atomic(0)
    private let cleaning: PeriodicCleaning
    /// In the client's line of what shrinks where memory is short.
    private let place: Int

    /// A pipeline that has its images from `client`, and its disk; it must be shut down before the client is.
    public init(
        _ client: CachingClient,
        _ configuration: PictureConfiguration = PictureConfiguration()
    ) throws(SetupError) {
        self.client = client
        maximumPixels = configuration.maximumPixels
        previewInterval = configuration.previewInterval.nanoseconds
        let pictures = ShardedCache<KeptPicture>(limits: configuration.memory)
        self.pictures = pictures
        do throws(SystemCallError) {
            workers = try WorkerPool(configuration.workers, name: "pictures")
            writer = try JobQueue(name: "pictures-disk")
        } catch {
            throw SetupError("the pictures' threads could not be started: \(error)")
        }
        let (clock, calendar) = (client.clock, client.calendar)
        cleaning = PeriodicCleaning { [weak pictures] in
            pictures?.removeExpired(at: calendar.moment(clock.now()))
            return pictures != nil
        }
        place = client.relief.join { [weak pictures] in pictures?.shrink(to: $0) }
    }

    deinit {
        shutdown()
    }

    /// What memory may hold from here on; what exceeds it leaves at once.
    public func setMemory(_ limits: CacheLimits) {
        pictures.setLimits(limits)
    }

    /// Lets the least recently used leave until at most this share of the bytes is left. Where the machine is short of memory
    /// the client sees to that, as long as the pipeline is not shut down.
    public func shrink(to share: Double) {
        pictures.shrink(to: share)
    }

    /// Forgets every picture in memory. What is under way goes on; what is on disk is the client's to forget.
    public func removeAll() {
        pictures.removeAll()
    }

    /// What the pictures in memory take, in bytes.
    public var bytes: Int { pictures.bytes }

    /// How many pictures memory has.
    public var count: Int { pictures.count }

    /// Waits until everything behind the callers' backs is written.
    package func flush() {
        writer.flush()
        client.flush()
    }

    /// Tells everybody who waits that nothing will come, finishes what is being written, and joins the threads. Later loads are
    /// answered by an error.
    public func shutdown() {
        cleaning.cancel()
        client.relief.leave(place)
        works.close(.failure(.fetch(CachingClient.closed)))
        workers.shutdown()
        writer.shutdown()
    }
}
