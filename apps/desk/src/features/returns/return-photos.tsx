/** What a customer has photographed of a return. @param photos their addresses */
export const ReturnPhotos = ({ photos }: { photos: readonly string[] }) =>
  photos.length > 0 && (
    <span className="mt-3 flex flex-wrap gap-2">
      {photos.map((photo, at) => (
        <a key={photo} href={`${photo}?w=1280`} target="_blank" rel="noreferrer">
          <img
            src={`${photo}?w=320`}
            alt={`From the customer, ${at + 1}`}
            loading="lazy"
            className="size-24 rounded-sm border border-line object-cover"
          />
        </a>
      ))}
    </span>
  )
