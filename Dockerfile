FROM python:3.12-slim

ENV PYTHONUNBUFFERED=1 PYTHONDONTWRITEBYTECODE=1
RUN useradd --create-home --uid 1000 battlefront
WORKDIR /app

# The packages first: they change less often than the code.
COPY requirements-production.lock ./
RUN pip install --no-cache-dir --requirement requirements-production.lock

COPY . .
# Translations are compiled and static files get their hashed names here. The values are for these two commands: a start
# without real ones is refused.
RUN export BATTLEFRONT_MODE=production SECRET_KEY=build ALLOWED_HOSTS=build REDIS_URL=redis://build DATABASE_URL=postgresql://build/build && \
    python manage.py compilemessages && python manage.py collectstatic --no-input

ENV BATTLEFRONT_MODE=production
USER battlefront
EXPOSE 8000

# Migrating is a step of its own (in docker-compose.yml a service): two web processes must not do it at once.
CMD ["python", "manage.py", "serve", "--host", "0.0.0.0", "--port", "8000"]
