/** A text as a code for a phone's camera: dark on light in either scheme, as cameras want it. */
import { encode } from "uqr";
import "./qr-code.css";

export default function QrCode({ text, label }: { text: string; label: string }) {
  // The border of four modules belongs to the code.
  const { data, size } = encode(text, { border: 4 });
  const path = data
    .flatMap((row, y) => row.map((dark, x) => (dark ? `M${x} ${y}h1v1h-1z` : "")))
    .join("");
  return (
    <svg className="qr-code" viewBox={`0 0 ${size} ${size}`} role="img" aria-label={label}>
      <rect width={size} height={size} fill="#fff" />
      <path d={path} fill="#000" shapeRendering="crispEdges" />
    </svg>
  );
}
