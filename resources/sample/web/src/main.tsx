import { StrictMode, useEffect, useState } from "react";
import { createRoot } from "react-dom/client";

import { InvoicesPage } from "@/pages/InvoicesPage";
import { SignInPage } from "@/pages/SignInPage";
import { session } from "@/state/session";

function App() {
  const [signedIn, setSignedIn] = useState(true);
  useEffect(() => session.subscribe(setSignedIn), []);
  return signedIn ? <InvoicesPage /> : <SignInPage />;
}

createRoot(document.getElementById("root")!).render(
  <StrictMode>
    <App />
  </StrictMode>,
);
