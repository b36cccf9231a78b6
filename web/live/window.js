// Discord's own window (an Activity): who one is comes from Discord, by a code that the server exchanges.
export async function enter(send) {
  const { app, sdk } = document.documentElement.dataset;
  const { DiscordSDK } = await import(new URL(sdk, document.baseURI));
  const discord = new DiscordSDK(app);
  await discord.ready();
  const { code } = await discord.commands.authorize({ client_id: app, response_type: "code", state: "", prompt: "none", scope: ["identify"] });
  return send(code);
}
