// Imported before everything else, and written in what the Node of old systems understands too: newer syntax there ends
// in a SyntaxError before a line has run. So its importers load the rest by import().
const major = Number(process.versions.node.split('.')[0]);
if (major < 20) {
  console.error(`Signet needs Node 20 or newer; this is ${process.version}.`);
  process.exit(1);
}
