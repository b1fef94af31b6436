"""Addresses of Django REST framework, which routers make of classes."""

import pytest

from tests.unit.indexer.resolve.graph_samples import edges, graph_of

VIEWS = """
from rest_framework import viewsets
from rest_framework.decorators import action
class Archived:
    @action(detail=False, methods=["get", "delete"], url_path="in-archive")
    def archive(self, request): ...
class UserViewSet(Archived, viewsets.ModelViewSet):
    def list(self, request): ...
    def destroy(self, request, pk): ...
    def perform_create(self, serializer): ...
    @action(detail=True, methods=["post"])
    def set_password(self, request, pk=None): ...
    @action(detail=True)
    def last(self, request, pk=None): ...
    def plain(self): ...
"""
SERVED = {
    "http:ANY /api/users calls py:users.views:UserViewSet",
    "http:ANY /api/users calls py:users.views:UserViewSet.list",
    "http:ANY /api/users calls py:users.views:UserViewSet.perform_create",
    "http:ANY /api/users/{pk} calls py:users.views:UserViewSet",
    "http:ANY /api/users/{pk} calls py:users.views:UserViewSet.destroy",
    "http:POST /api/users/{pk}/set_password calls py:users.views:UserViewSet.set_password",
    "http:GET /api/users/{pk}/last calls py:users.views:UserViewSet.last",
    "http:GET /api/users/in-archive calls py:users.views:Archived.archive",
    "http:DELETE /api/users/in-archive calls py:users.views:Archived.archive",
}
IMPORTS = """
from django.urls import include, path, re_path
from rest_framework import routers
from rest_framework.routers import DefaultRouter, SimpleRouter
from users import views
from users.views import UserViewSet
"""
ROUTER = f"{IMPORTS}router = DefaultRouter()\nrouter.register(r'users', UserViewSet, basename='user')\n"


def routed(files: dict[str, str]) -> set[str]:
    return {each for each in edges(graph_of({"users/views.py": VIEWS, **files})) if "http:" in each}


@pytest.mark.parametrize(
    "files",
    [
        {"urls.py": f"{ROUTER}urlpatterns = [path('api/', include(router.urls))]\n"},
        {"urls.py": f"{ROUTER}urlpatterns = [re_path(r'^api/', include((router.urls, 'api')))]\n"},
        {"urls.py": f"{ROUTER}urlpatterns = [re_path('^api/', include([path('', views.root), *router.urls]))]\n"},
        {"urls.py": f"{ROUTER}urlpatterns = [path('api/', include(([path('', include(router.urls))], 'v1')))]\n"},
        {
            "urls.py": f"{IMPORTS}urlpatterns = [path('api/', include('users.urls'))]\n",
            "users/urls.py": f"{ROUTER}urlpatterns = router.urls\n",
        },
        {
            "urls.py": f"{IMPORTS}urlpatterns = [path('api/', include('users.urls'))]\n",
            "users/urls.py": f"{ROUTER}urlpatterns = [path('x/', views.other)] + router.urls\n",
        },
        {
            "urls.py": f"{IMPORTS}urlpatterns = [path('api/', include('users.urls'))]\n",
            "users/urls.py": f"{ROUTER}urlpatterns = []\nurlpatterns += router.urls\n",
        },
        {
            "urls.py": f"{IMPORTS}from api import router\nurlpatterns = [path('api/', include(router.urls))]\n",
            "api.py": f"{IMPORTS}router = DefaultRouter() if DEBUG else SimpleRouter()\n"
            "router.register(prefix='users', viewset=views.UserViewSet)\n",
        },
        {
            "urls.py": f"{IMPORTS}from users.routers import router as users\nrouter = routers.DefaultRouter()\n"
            "router.registry.extend(users.registry)\nurlpatterns = [path('api/', include(router.urls))]\n",
            "users/routers.py": ROUTER,
        },
    ],
)
def test_a_router_serves_the_list_the_objects_and_the_actions_of_a_class(files: dict[str, str]) -> None:
    assert {each for each in routed(files) if "/x" not in each} == SERVED


def test_a_nested_router_stands_below_an_object() -> None:
    urls = (
        f"{ROUTER}nested = NestedSimpleRouter(router, r'users', lookup='user')\n"
        "nested.register('friends', views.UserViewSet)\n"
        "urlpatterns = [path('api/', include(router.urls)), path('api/', include(nested.urls))]\n"
    )
    below = {each.replace("/api/users", "/api/users/{user_pk}/friends") for each in SERVED}
    assert routed({"urls.py": urls}) == SERVED | below


def test_what_a_client_requests_leads_to_the_class() -> None:
    client = "import requests\ndef change(x):\n    requests.post(f'{x}/api/users/{x}/set_password/')\n"
    files = {"urls.py": f"{ROUTER}urlpatterns = [path('api/', include(router.urls))]\n", "client.py": client}
    assert "py:client:change calls http:POST /api/users/{pk}/set_password" in routed(files)


def test_what_is_registered_elsewhere_has_no_address() -> None:
    text = f"{IMPORTS}admin.site.register('users', UserViewSet)\nsignals.register('users', UserViewSet)\n"
    assert routed({"urls.py": text}) == set()


def test_an_action_of_a_class_that_is_inherited_on_many_ways_is_served_once() -> None:
    width = 12
    lines = ["from rest_framework import viewsets", "from rest_framework.decorators import action"]
    for level in range(7):
        bases = ", ".join(f"Base{level - 1}x{each}" for each in range(width)) if level else "viewsets.ViewSet"
        lines += [f"class Base{level}x{each}({bases}):" + "\n    def plain(self): ..." for each in range(width)]
    lines[2] = "class Base0x0(viewsets.ViewSet):\n    @action(detail=False)\n    def archive(self, request): ..."
    lines.append(f"class Many({', '.join(f'Base6x{each}' for each in range(width))}):\n    def list(self): ...")
    urls = f"{IMPORTS}from many import Many\nrouter = DefaultRouter()\nrouter.register('many', Many)\n"
    urls += "urlpatterns = [path('', include(router.urls))]\n"
    linked = edges(graph_of({"many.py": "\n".join(lines), "urls.py": urls}))
    assert [each for each in linked if "http:" in each and "archive" in each] == [
        "http:GET /many/archive calls py:many:Base0x0.archive"
    ]
