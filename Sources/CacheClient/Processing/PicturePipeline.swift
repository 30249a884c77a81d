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

    /// Whose disk keeps the pictures.
    let client: CachingClient
    /// Who loads the images, and keeps those that are to be kept; mostly the same.
    let originals: CachingClient
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
    ///
    /// Where there is a client for `originals`, images are that one's: it looks for them in its caches, asks their origins, and
    /// keeps those that requests want kept beside the pictures made of them. The pictures are kept by `client`, on whose disk
    /// is also an image that nothing is done to, as it came. Both the same is as if there were one.
    public init(
        _ client: CachingClient,
        originals: CachingClient? = nil,
        _ configuration: PictureConfiguration = PictureConfiguration()
    ) throws(SetupError) {
        self.client = client
        self.originals = originals ?? client
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

    /// True where images and pictures have different places.
    var keepsApart: Bool { originals !== client }

    /// True where the picture's entry on disk is its pipeline's to read and to write: else it is the image's.
    func hasOwnEntry(_ goal: PictureGoal) -> Bool { keepsApart || !goal.step.isPlain }

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
        originals.flush()
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
