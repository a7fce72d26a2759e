# The page and its server, for anybody who can reach port 8000:
#     docker build --tag noughts . && docker run --publish 8000:8000 --volume noughts:/games noughts
# It accepts requests for IP addresses and localhost. To allow host names, separated by commas, add to docker run:
#     --env NOUGHTS_PUBLIC_NAME=play.example.org,games.example.org
FROM python:3.13-slim AS build
WORKDIR /source
COPY . .
RUN pip install --no-cache-dir --constraint constraints.txt --group build hatchling \
    && NOUGHTS_TARGET="linux-$(uname -m)" pip wheel --no-cache-dir --no-deps --no-build-isolation --wheel-dir /wheels .

FROM python:3.13-slim
COPY --from=build /wheels /wheels
COPY constraints.txt /wheels/
RUN wheel=$(echo /wheels/*.whl) \
    && pip install --no-cache-dir --constraint /wheels/constraints.txt "$wheel[png,postgres]" \
    && useradd --create-home --uid 10001 noughts \
    && install --directory --owner noughts /games
USER noughts
ENV PYTHONUNBUFFERED=1 NOUGHTS_CACHE=/games/cache
VOLUME /games
EXPOSE 8000
STOPSIGNAL SIGTERM
CMD ["noughts", "serve", "--host", "0.0.0.0", "--port", "8000", "--no-browser", "--database", "sqlite:////games/games.db"]
