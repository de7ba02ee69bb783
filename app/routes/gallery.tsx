export default function Gallery() {
  return <h1>gallery</h1>;
}
