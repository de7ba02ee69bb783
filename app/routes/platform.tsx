import { Navigate } from '@remix-run/react';

/** /platform is the head of the console: it shows the first of its pages ([6.1]). */
export default function Platform() {
  return <Navigate to="/platform/review" replace />;
}
