// Discord's own window (an Activity): who one is comes from Discord, by a code that the server exchanges.
const { app, sdk } = document.documentElement.dataset;
export const given = new URLSearchParams(location.search);

export async function enter(send) {
  const { DiscordSDK } = await import(new URL(sdk, document.baseURI));
  const discord = new DiscordSDK(app);
  await discord.ready();
  const { code } = await discord.commands.authorize({ client_id: app, response_type: "code", state: "", prompt: "none", scope: ["identify"] });
  return send({ code });
}
