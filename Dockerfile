# Two stages: what builds stays behind. Runs as a user of its own, on a read-only root, with one volume at /data.
# `--build-arg PYTHON=python@sha256:…` builds on exactly that image.
ARG PYTHON=python:3.13-slim
FROM ${PYTHON} AS build
WORKDIR /src
RUN python -m venv /opt/twotone
COPY requirements-bot.lock requirements-build.lock pyproject.toml hatch_build.py README.md LICENSE ./
RUN /opt/twotone/bin/pip install --no-cache-dir --require-hashes -r requirements-bot.lock \
    && python -m pip install --no-cache-dir --require-hashes -r requirements-build.lock
COPY bot bot
COPY club club
COPY data data
COPY engines engines
COPY playground playground
COPY rendering rendering
COPY rules rules
COPY web web
COPY words words
COPY docs/privacy.md docs/terms.md docs/
RUN python -m hatchling build -t wheel -d /tmp/wheel \
    && /opt/twotone/bin/pip install --no-cache-dir --no-deps /tmp/wheel/*.whl

FROM ${PYTHON}
RUN useradd --uid 10001 --create-home --home-dir /data --shell /usr/sbin/nologin twotone
COPY --from=build /opt/twotone /opt/twotone
USER 10001
WORKDIR /data
VOLUME /data
ENV PATH=/opt/twotone/bin:$PATH PYTHONUNBUFFERED=1 PYTHONDONTWRITEBYTECODE=1
HEALTHCHECK --interval=60s --timeout=10s --start-period=60s CMD ["twotone", "healthcheck"]
ENTRYPOINT ["twotone"]
CMD ["run"]
