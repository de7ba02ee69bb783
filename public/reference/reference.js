// Shows the calls for programs in the viewer. The page is served by edge/apikey/serve-reference.ts.
const state = document.getElementById('state');
const fail = () => {
  state.textContent = state.dataset.failed;
};

// The viewer has colours of its own for the dark, under a class.
const dark = window.matchMedia('(prefers-color-scheme: dark)');
const paint = () => {
  const { theme } = document.documentElement.dataset;
  document.documentElement.classList.toggle('dark-mode', theme ? theme === 'dark' : dark.matches);
};
dark.addEventListener('change', paint);
paint();

const show = (spec) =>
  window.SwaggerUIBundle({
    spec,
    dom_id: '#viewer',
    deepLinking: true,
    docExpansion: 'none',
    defaultModelsExpandDepth: -1,
    displayRequestDuration: true,
    filter: true,
    tryItOutEnabled: true,
    // The key stays in the memory of this page.
    persistAuthorization: false,
    // Nothing is sent to a server that judges documents.
    validatorUrl: null,
    onComplete: () => {
      state.hidden = true;
    },
  });

fetch('/reference/openapi.json')
  .then((answer) => answer.json())
  .then(show)
  .catch(fail);
