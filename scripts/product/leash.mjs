// Preloaded into every process that the supervisor starts (node --import). The supervisor holds the other end of
// descriptor 3: when that closes, the supervisor is gone for whatever reason, and this whole process group exits.
import { Socket } from 'node:net';

const leash = new Socket({ fd: 3, readable: true, writable: false });
leash.on('close', () => process.kill(-process.pid, 'SIGKILL'));
leash.on('error', () => {});
leash.resume();
leash.unref();
